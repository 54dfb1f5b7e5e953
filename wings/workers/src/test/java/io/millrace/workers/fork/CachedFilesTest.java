package io.millrace.workers.fork;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.hadoop.client.ClientConf;
import io.millrace.hadoop.job.NestedLinks;
import io.millrace.hadoop.job.TotalOrders;
import io.millrace.testing.Sampled;
import java.nio.file.Path;
import org.apache.hadoop.mapred.JobConf;
import org.apache.hadoop.mapreduce.Job;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Tasks in other processes find the cached files of their job. */
@Timeout(120)
@Sampled(oneIn = 2)
final class CachedFilesTest {

    @TempDir Path directory;

    private JobConf conf;

    @BeforeEach
    void makeConf() {
        conf = ClientConf.in(directory);
        conf.setMaxMapAttempts(1);
    }

    @ParameterizedTest
    @CsvSource({"millrace.workers,2", "millrace.task.isolation,process"})
    void aTotalOrderTakesItsBoundariesFromTheCache(String key, String value) throws Exception {
        conf.set(key, value);
        TotalOrders.check(conf, directory);
    }

    @Test
    void aJobOfATaskWhoseOwnJobHasTheLinkRunsWithAnother() throws Exception {
        Job outer = NestedLinks.job(conf, directory);
        assertThat(outer.waitForCompletion(false)).as(outer.getStatus().getFailureInfo()).isTrue();
        assertThat(directory.resolve("out/part-m-00000")).hasContent("1\n");
        assertThat(directory.resolve("out-inner/part-m-00000")).hasContent("2");
    }
}
