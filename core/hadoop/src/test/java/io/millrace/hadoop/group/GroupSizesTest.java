package io.millrace.hadoop.group;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.engine.trace.KeyGroup;
import org.junit.jupiter.api.Test;

class GroupSizesTest {

    private final GroupSizes sizes = new GroupSizes();

    private void group(Object key, int records) {
        for (int i = 0; i < records; i++) {
            sizes.add(4, 6);
        }
        sizes.end(key);
    }

    @Test
    void theFiveLargestGroupsAreKeptWhateverTheirOrder() {
        for (int records : new int[] {4, 9, 2, 7, 3, 8, 5, 6}) {
            group("key" + records, records);
        }
        assertThat(sizes.largest())
                .containsExactly(
                        new KeyGroup("key9", 9, 90),
                        new KeyGroup("key8", 8, 80),
                        new KeyGroup("key7", 7, 70),
                        new KeyGroup("key6", 6, 60),
                        new KeyGroup("key5", 5, 50));
    }

    @Test
    void theKeyOfASingleRecordIsNotAskedForItsText() {
        group(
                new Object() {
                    @Override
                    public String toString() {
                        throw new AssertionError("asked for its text");
                    }
                },
                1);
        assertThat(sizes.largest()).isEmpty();
    }

    @Test
    void aKeyWhoseTextFailsHasTheNameOfItsClass() {
        group(new Unprintable(), 2);
        assertThat(sizes.largest().get(0).key())
                .isEqualTo(
                        Unprintable.class.getName()
                                + " without a text (java.lang.IllegalStateException)");
    }

    private static final class Unprintable {

        @Override
        public String toString() {
            throw new IllegalStateException("no text");
        }
    }

    @Test
    void longKeysAreShortened() {
        group("k".repeat(5_000), 2);
        assertThat(sizes.largest().get(0).key()).hasSize(100).endsWith("kk...");
    }
}
