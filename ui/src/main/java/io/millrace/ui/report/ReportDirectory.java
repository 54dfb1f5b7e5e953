package io.millrace.ui.report;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import io.millrace.hadoop.watch.WatchedJob;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.List;

/**
 * A directory of reports: a directory for each job, and a page with the jobs of this process as
 * rows. Files appear whole, and only their owner may read them: reports have the jobs'
 * configuration. Thread-safe.
 */
final class ReportDirectory {

    /** Jobs on the page; the reports of earlier ones stay where they are. */
    private static final int MAX_JOBS = 1000;

    private final Path path;

    @GuardedBy("this")
    private final List<JobRow> jobs = new ArrayList<>();

    ReportDirectory(Path path) {
        this.path = path;
    }

    /** Writes a job's report, and the page of all jobs anew; returns where the report is. */
    Path write(WatchedJob job) throws IOException {
        JobRow row = JobRow.of(job);
        Path folder = Files.createDirectories(path.resolve(row.id()));
        String json = new ReportJson(job).text();
        put(folder.resolve("report.json"), json);
        Path page = folder.resolve("report.html");
        put(page, Page.report(json));
        synchronized (this) {
            if (jobs.size() == MAX_JOBS) {
                jobs.remove(0);
            }
            jobs.add(row);
            put(path.resolve("index.html"), Page.jobs(JobRow.json(jobs)));
        }
        return page;
    }

    private static void put(Path file, String text) throws IOException {
        Path made = Files.createTempFile(file.getParent(), "making", ".tmp");
        try {
            Files.writeString(made, text);
            Files.move(made, file, StandardCopyOption.REPLACE_EXISTING);
        } finally {
            Files.deleteIfExists(made);
        }
    }
}
