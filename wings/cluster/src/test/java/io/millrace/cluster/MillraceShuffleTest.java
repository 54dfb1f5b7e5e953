package io.millrace.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.cluster.config.ClusterKeys;
import org.apache.hadoop.mapred.JobConf;
import org.apache.hadoop.mapred.TaskAttemptID;
import org.apache.hadoop.mapreduce.TaskType;
import org.junit.jupiter.api.Test;

class MillraceShuffleTest {

    private static final String KEPT = "mapreduce.reduce.input.buffer.percent";

    @Test
    void onlyTheFirstAttemptKeepsItsInputIfTheJobSaysSo() {
        for (int attempt = 0; attempt < 3; attempt++) {
            assertThat(kept(true, attempt)).isEqualTo(attempt == 0 ? 0.5f : 0);
            assertThat(kept(false, attempt)).isEqualTo(0.5f);
        }
    }

    private static float kept(boolean retryOnDisk, int attempt) {
        JobConf conf = new JobConf(false);
        conf.set(KEPT, "0.5");
        conf.setBoolean(ClusterKeys.RETRY_ON_DISK.name(), retryOnDisk);
        MillraceShuffle.limitRetry(conf, new TaskAttemptID("test", 1, TaskType.REDUCE, 0, attempt));
        return conf.getFloat(KEPT, -1);
    }
}
