package io.millrace.ui.history;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.zip.GZIPInputStream;

/**
 * A past job in a list. It is read from the beginning of the job's report, so that listing jobs
 * does not read whole reports.
 *
 * @param id in the history; it begins with the end time of the job, and sorts by it
 * @param startMillis milliseconds since 1970
 */
public record HistoryEntry(
        String id,
        String jobId,
        String name,
        String state,
        long startMillis,
        long elapsedMicros,
        long recordsIn,
        long recordsOut,
        String output) {

    /**
     * Reads the head of a file.
     *
     * @throws IOException if it has none
     */
    static HistoryEntry read(String id, Path file) throws IOException {
        try (GZIPInputStream in = new GZIPInputStream(Files.newInputStream(file))) {
            ReportHead job = ReportHead.read(in);
            return new HistoryEntry(
                    id,
                    job.text("id"),
                    job.text("name"),
                    job.text("state"),
                    job.number("startMillis"),
                    job.number("elapsedMicros"),
                    job.number("recordsIn"),
                    job.number("recordsOut"),
                    job.text("output"));
        }
    }
}
