package io.millrace.cluster.gang;

import static org.assertj.core.api.Assertions.assertThat;

import org.apache.hadoop.mapreduce.split.JobSplit.TaskSplitIndex;
import org.apache.hadoop.mapreduce.split.JobSplit.TaskSplitMetaInfo;
import org.junit.jupiter.api.Test;

/** The hosts that a gang asks for. */
class DataHostsTest {

    private static final long MEGABYTES = 1 << 20;

    private static TaskSplitMetaInfo split(long megabytes, String... hosts) {
        return new TaskSplitMetaInfo(new TaskSplitIndex(), hosts, megabytes * MEGABYTES);
    }

    @Test
    void hostsWithTheMostBytesComeFirst() {
        TaskSplitMetaInfo[] splits = {
            split(100, "a", "b"), split(150, "b", "c"), split(150, "c", "localhost")
        };
        assertThat(DataHosts.of(splits, 3)).containsExactly("c", "b", "a");
    }

    @Test
    void aSmallInputIsNotWaitedFor() {
        TaskSplitMetaInfo[] splits = {split(100, "a"), split(100, "b")};
        assertThat(DataHosts.of(splits, 1)).containsExactly("a", "b");
        assertThat(DataHosts.of(splits, 2)).isEmpty();
    }

    @Test
    void anInputWithoutHostsHasNone() {
        assertThat(DataHosts.of(new TaskSplitMetaInfo[] {split(1000)}, 2)).isEmpty();
        assertThat(DataHosts.of(new TaskSplitMetaInfo[0], 2)).isEmpty();
    }
}
