package io.millrace.cluster.gang;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.cluster.testing.TextJobs;
import io.millrace.exchange.orders.WorkerCalls;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import org.apache.hadoop.mapred.FileOutputFormat;
import org.apache.hadoop.mapred.JobConf;
import org.apache.hadoop.mapred.JobID;
import org.apache.hadoop.mapreduce.Counters;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A driver in the place of one that was lost. */
final class GangDriverTest {

    private static final JobID ID = new JobID("gang", 1);

    @TempDir Path work;

    /** The other workers have ended and do not come back, so it must not wait for them. */
    @Test
    void aDriverThatIsLostAfterTheEndOfItsJobLeavesTheOutcomeToTheNextOne() throws Exception {
        JobConf job = new JobConf();
        TextJobs.index(job);
        FileOutputFormat.setOutputPath(job, hadoop(work.resolve("out")));
        JobConf gang = GangConf.gangOf(job);
        Path staging = Files.createDirectory(work.resolve("staging"));
        GangTerms.prepare(gang, hadoop(staging), gang.getCredentials());
        GangTerms terms = GangTerms.of(gang, ID);
        new GangOutcome(0, "", new Counters()).write(terms);
        try (GangDriver next = GangDriver.start(terms, 1)) {
            assertThat(next.hasEnded()).isTrue();
            assertThat(
                            WorkerCalls.call(
                                    ID.toString(),
                                    terms.identity(),
                                    terms.driver(),
                                    0,
                                    1,
                                    Duration.ofMinutes(1)))
                    .as("orders for its worker")
                    .isNull();
        }
    }

    private static org.apache.hadoop.fs.Path hadoop(Path path) {
        return new org.apache.hadoop.fs.Path(path.toUri());
    }
}
