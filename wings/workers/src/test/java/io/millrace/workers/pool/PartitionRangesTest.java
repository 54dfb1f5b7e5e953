package io.millrace.workers.pool;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/** Who reduces what. */
class PartitionRangesTest {

    @Test
    void eachPartitionHasOneOwnerWhoseRangeContainsIt() {
        for (int workers = 1; workers <= 9; workers++) {
            for (int partitions = 1; partitions <= 40; partitions++) {
                PartitionRanges ranges = new PartitionRanges(workers, partitions);
                assertThat(ranges.first(0)).isZero();
                assertThat(ranges.end(workers - 1)).isEqualTo(partitions);
                for (int partition = 0; partition < partitions; partition++) {
                    int owner = ranges.ownerOf(partition);
                    assertThat(partition).isBetween(ranges.first(owner), ranges.end(owner) - 1);
                }
            }
        }
    }

    @Test
    void theyShareEquallyAsFarAsThatGoes() {
        PartitionRanges ranges = new PartitionRanges(3, 8);
        for (int worker = 0; worker < 3; worker++) {
            assertThat(ranges.end(worker) - ranges.first(worker)).isBetween(2, 3);
        }
    }

    @Test
    void aMillionPartitionsDoNotOverflow() {
        PartitionRanges ranges = new PartitionRanges(1_000, 1_000_000);
        assertThat(ranges.ownerOf(999_999)).isEqualTo(999);
        assertThat(ranges.end(999)).isEqualTo(1_000_000);
    }
}
