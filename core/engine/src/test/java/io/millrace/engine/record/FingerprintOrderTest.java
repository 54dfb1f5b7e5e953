package io.millrace.engine.record;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.testing.Seeds;
import java.util.Arrays;
import java.util.Random;
import org.junit.jupiter.api.Test;

class FingerprintOrderTest {

    private static final int TRIPLES = 20_000;
    private static final int LONGEST = 80;
    private static final int MARGIN = 5;

    private final FingerprintOrder order = FingerprintOrder.INSTANCE;
    private final Random random = Seeds.random("fingerprints");

    /** A key within a longer array. */
    private record Place(byte[] array, int offset, int length) {

        byte[] key() {
            return Arrays.copyOfRange(array, offset, offset + length);
        }
    }

    @Test
    void itIsATotalOrderInWhichOnlyEqualBytesAreEqual() {
        for (int triple = 0; triple < TRIPLES; triple++) {
            byte[] key = key();
            Place a = place(key);
            Place b = place(random.nextInt(3) == 0 ? key : nearly(key));
            Place c = place(nearly(b.key()));
            assertThat(compare(a, b) == 0)
                    .as(Seeds.line())
                    .isEqualTo(Arrays.equals(a.key(), b.key()));
            assertThat(compare(b, a)).isEqualTo(-compare(a, b));
            if (compare(a, b) <= 0 && compare(b, c) <= 0) {
                assertThat(compare(a, c)).as(Seeds.line()).isNotPositive();
            }
        }
    }

    @Test
    void prefixesAgreeWithTheOrder() {
        for (int pair = 0; pair < TRIPLES; pair++) {
            byte[] key = key();
            Place a = place(key);
            Place b = place(random.nextInt(3) == 0 ? key : nearly(key));
            int byPrefix = Long.compareUnsigned(prefix(a), prefix(b));
            assertThat(Integer.signum(byPrefix)).as(Seeds.line()).isEqualTo(compare(a, b));
        }
    }

    private int compare(Place a, Place b) {
        return Integer.signum(
                order.compare(a.array, a.offset, a.length, b.array, b.offset, b.length));
    }

    private long prefix(Place place) {
        return order.prefix(place.array, place.offset, place.length);
    }

    private byte[] key() {
        byte[] key = new byte[random.nextInt(LONGEST)];
        random.nextBytes(key);
        return key;
    }

    /** The key with another byte or another length. */
    private byte[] nearly(byte[] key) {
        byte[] other = Arrays.copyOf(key, Math.max(0, key.length + random.nextInt(3) - 1));
        if (other.length > 0) {
            other[random.nextInt(other.length)] ^= (byte) random.nextInt(2);
        }
        return other;
    }

    private Place place(byte[] key) {
        int offset = random.nextInt(MARGIN);
        byte[] array = new byte[offset + key.length + random.nextInt(MARGIN)];
        random.nextBytes(array);
        System.arraycopy(key, 0, array, offset, key.length);
        return new Place(array, offset, key.length);
    }
}
