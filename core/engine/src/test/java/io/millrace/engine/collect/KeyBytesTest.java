package io.millrace.engine.collect;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.HashSet;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class KeyBytesTest {

    private static final int MAX_LENGTH = 50;

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3})
    void keysAreEqualIfAllTheirBytesAreAndThenTheyHashAlike(long seed) {
        Random random = new Random(seed);
        for (int length = 0; length <= MAX_LENGTH; length++) {
            byte[] one = bytes(random, length + 7);
            byte[] other = bytes(random, length + 12);
            System.arraycopy(one, 3, other, 8, length);

            assertThat(KeyBytes.equal(one, 3, other, 8, length)).isTrue();
            assertThat(KeyBytes.hash(one, 3, length, 5))
                    .isEqualTo(KeyBytes.hash(other, 8, length, 5));

            for (int i = 0; i < length; i++) {
                byte[] changed = other.clone();
                changed[8 + i] ^= (byte) (1 << random.nextInt(8));
                assertThat(KeyBytes.equal(one, 3, changed, 8, length)).isFalse();
                assertThat(KeyBytes.hash(one, 3, length, 5))
                        .isNotEqualTo(KeyBytes.hash(changed, 8, length, 5));
            }
        }
    }

    @Test
    void theSeedMakesAnotherHash() {
        byte[] key = "partition".getBytes(US_ASCII);

        assertThat(KeyBytes.hash(key, 0, key.length, 0))
                .isNotEqualTo(KeyBytes.hash(key, 0, key.length, 1));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"%d", "key%d", "a rather long key with a number at its end: %08d", "%dx"})
    void countedKeysSpreadOverTheLowBits(String format) {
        int slots = 1 << 16;
        Set<Integer> taken = new HashSet<>();
        for (int i = 0; i < slots; i++) {
            byte[] key = format.formatted(i).getBytes(US_ASCII);
            taken.add(KeyBytes.hash(key, 0, key.length, 0) & slots - 1);
        }

        // A random function leaves 1/e of the slots empty.
        assertThat(taken.size()).isBetween((int) (0.62 * slots), (int) (0.645 * slots));
    }

    private static byte[] bytes(Random random, int length) {
        byte[] bytes = new byte[length];
        random.nextBytes(bytes);
        return bytes;
    }
}
