package io.millrace.ui.report;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import io.millrace.hadoop.watch.WatchedJob;
import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * A directory of reports: a directory for each job, and an index of all. Files appear whole, and
 * only their owner may read them, since reports contain the jobs' configuration. Thread-safe.
 */
final class ReportDirectory {

    /** Jobs in the index, the newest. */
    private static final int MAX_JOBS = 1000;

    private static final String JSON = "report.json";

    private final Path path;

    /** By id. */
    @GuardedBy("this")
    private final Map<String, JobRow> jobs = new HashMap<>();

    ReportDirectory(Path path) {
        this.path = path;
    }

    /** Writes a job's report and the index; returns the page of the report. */
    Path write(WatchedJob job) throws IOException {
        JobRow row = JobRow.of(job);
        Path jobDirectory = Files.createDirectories(path.resolve(row.id()));
        String json = new ReportJson(job).textWithPrevious();
        put(jobDirectory.resolve(JSON), json);
        Path page = jobDirectory.resolve("report.html");
        put(page, Page.report(json));
        synchronized (this) {
            jobs.put(row.id(), row);
            list();
            put(path.resolve("index.html"), Page.jobs(JobRow.json(newestFirst())));
        }
        return page;
    }

    /** Adds the reports of other processes, and forgets those that were deleted. */
    @GuardedBy("this")
    private void list() throws IOException {
        Set<String> found = new HashSet<>();
        try (DirectoryStream<Path> all = Files.newDirectoryStream(path, "job_*")) {
            for (Path directory : all) {
                String id = directory.getFileName().toString();
                found.add(id);
                if (!jobs.containsKey(id)) {
                    JobRow.read(directory.resolve(JSON)).ifPresent(row -> jobs.put(id, row));
                }
            }
        }
        jobs.keySet().retainAll(found);
    }

    @GuardedBy("this")
    private List<JobRow> newestFirst() {
        return jobs.values().stream()
                .sorted(Comparator.comparingLong(JobRow::startMillis).reversed())
                .limit(MAX_JOBS)
                .toList();
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
