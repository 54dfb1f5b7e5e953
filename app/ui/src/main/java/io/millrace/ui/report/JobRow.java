package io.millrace.ui.report;

import com.fasterxml.jackson.core.JsonGenerator;
import io.millrace.engine.task.TaskKind;
import io.millrace.hadoop.watch.WatchedJob;
import io.millrace.ui.history.ReportHead;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/**
 * A job in a table of jobs.
 *
 * @param startMillis milliseconds since 1970
 * @param mapProgress mean over the map tasks, 0 to 1
 * @param reduceProgress mean over the reduce tasks, 0 to 1
 */
public record JobRow(
        String id,
        String name,
        String state,
        long startMillis,
        long elapsedMicros,
        int maps,
        int reduces,
        float mapProgress,
        float reduceProgress) {

    private static final int NANOS_PER_MICRO = 1000;

    public static JobRow of(WatchedJob job) {
        return new JobRow(
                job.id().toString(),
                job.conf().get("mapreduce.job.name", ""),
                job.state().name(),
                job.trace().startMillis(),
                (job.trace().endNanos() - job.trace().startNanos()) / NANOS_PER_MICRO,
                job.tasks(TaskKind.MAP),
                job.tasks(TaskKind.REDUCE),
                job.progress(TaskKind.MAP),
                job.progress(TaskKind.REDUCE));
    }

    /** The row of a report that was written before; empty if the file cannot be read as one. */
    static Optional<JobRow> read(Path report) {
        try (InputStream in = Files.newInputStream(report)) {
            ReportHead job = ReportHead.read(in);
            return Optional.of(
                    new JobRow(
                            job.text("id"),
                            job.text("name"),
                            job.text("state"),
                            job.number("startMillis"),
                            job.number("elapsedMicros"),
                            (int) job.number("maps"),
                            (int) job.number("reduces"),
                            1,
                            1));
        } catch (IOException e) {
            return Optional.empty();
        }
    }

    /** All rows, as the page of jobs reads them. */
    static String json(List<JobRow> rows) throws IOException {
        return Json.text(json -> writeTo(json, rows));
    }

    /** Writes rows as the field {@code jobs} of an object that is open. */
    public static void writeTo(JsonGenerator json, List<JobRow> rows) throws IOException {
        json.writeArrayFieldStart("jobs");
        for (JobRow row : rows) {
            json.writeStartObject();
            row.writeTo(json);
            json.writeEndObject();
        }
        json.writeEndArray();
    }

    /** Writes the fields into an object that is open. */
    void writeTo(JsonGenerator json) throws IOException {
        json.writeStringField("id", id);
        json.writeStringField("name", name);
        json.writeStringField("state", state);
        json.writeNumberField("startMillis", startMillis);
        json.writeNumberField("elapsedMicros", elapsedMicros);
        json.writeNumberField("maps", maps);
        json.writeNumberField("reduces", reduces);
        json.writeNumberField("mapProgress", mapProgress);
        json.writeNumberField("reduceProgress", reduceProgress);
    }
}
