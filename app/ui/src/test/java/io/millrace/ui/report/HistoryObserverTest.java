package io.millrace.ui.report;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.ui.history.HistoryDirectory;
import io.millrace.ui.history.HistoryEntry;
import io.millrace.ui.job.ReportedJobs;
import java.nio.file.Path;
import java.util.List;
import org.apache.hadoop.mapreduce.Job;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Jobs of a program that uses Millrace as a library. */
class HistoryObserverTest {

    @TempDir Path folder;

    @Test
    void aJobIsKeptIfItsKeySaysWhereAndElseNowhere() throws Exception {
        ReportedJobs jobs = new ReportedJobs(folder);
        Path kept = folder.resolve("kept");
        jobs.run(jobs.wordCount("not kept"));
        Job job = jobs.wordCount("kept");
        job.getConfiguration().set("millrace.history.dir", kept.toString());
        job.getConfiguration().set("test.password", "open sesame");
        jobs.run(job);

        HistoryDirectory history = new HistoryDirectory(kept);
        List<HistoryEntry> entries =
                history.entries((file, why) -> {
                    throw new AssertionError(file.toString(), why);
                });
        assertThat(entries).hasSize(1);
        HistoryEntry entry = entries.get(0);
        assertThat(entry.jobId()).isEqualTo(job.getJobID().toString());
        assertThat(entry.name()).isEqualTo("kept");
        assertThat(entry.state()).isEqualTo("SUCCEEDED");
        assertThat(entry.recordsIn()).isEqualTo(1500);
        assertThat(entry.recordsOut()).isEqualTo(502);
        assertThat(entry.output()).endsWith("output1");
        assertThat(history.report(entry.id()))
                .contains("test.password")
                .doesNotContain("open sesame");
    }
}
