package io.millrace.ui.report;

import com.fasterxml.jackson.core.JsonGenerator;
import io.millrace.engine.task.TaskKind;
import io.millrace.hadoop.watch.Advice;
import io.millrace.hadoop.watch.JobFailure;
import io.millrace.hadoop.watch.LostAttempt;
import io.millrace.hadoop.watch.PathUse;
import io.millrace.hadoop.watch.WatchedJob;
import java.io.IOException;
import java.util.List;
import java.util.Optional;
import org.apache.hadoop.mapreduce.Counter;
import org.apache.hadoop.mapreduce.CounterGroup;
import org.apache.hadoop.mapreduce.Counters;
import org.apache.hadoop.mapreduce.TaskCounter;
import org.apache.hadoop.mapreduce.counters.LimitExceededException;
import org.apache.hadoop.mapreduce.lib.output.FileOutputFormat;
import org.apache.hadoop.util.VersionInfo;

/**
 * A job's report for programs, and the data of its page. While the job runs, it is the report as of
 * now. Times are in microseconds since the job's start unless their name says otherwise, and sizes
 * in bytes. The names of columns precede each array of rows. Thread-safe.
 */
public final class ReportJson {

    /** Increased when a reader of an earlier report would misread this one. */
    static final int FORMAT = 1;

    /** Failures with their texts; the rest are only counted. */
    private static final int MAX_FAILURES = 100;

    private final WatchedJob job;
    private final List<ChosenValue> chosen;

    /** The report of {@code job}, with a copy of its configuration. */
    public ReportJson(WatchedJob job) {
        this.job = job;
        this.chosen = ChosenValue.in(job.conf());
    }

    /** The report as of now. */
    public String text() throws IOException {
        return Json.text(this::write);
    }

    /** The report with the previous run of the same job, if the job's history has one. */
    public String textWithPrevious() throws IOException {
        return Json.text(json -> {
            write(json);
            writePrevious(
                    PreviousRun.of(job, count(counted(), TaskCounter.MAP_INPUT_RECORDS)), json);
        });
    }

    static void writePrevious(Optional<String> previous, JsonGenerator json) throws IOException {
        if (previous.isPresent()) {
            json.writeFieldName("previous");
            json.writeRawValue(previous.get());
        }
    }

    private void write(JsonGenerator json) throws IOException {
        Counters counters = counted();
        json.writeNumberField("format", FORMAT);
        json.writeObjectFieldStart("job");
        JobRow.of(job).writeTo(json);
        json.writeStringField("why", job.why());
        json.writeNumberField("recordsIn", count(counters, TaskCounter.MAP_INPUT_RECORDS));
        json.writeNumberField(
                "recordsOut",
                count(
                        counters,
                        job.tasks(TaskKind.REDUCE) == 0
                                ? TaskCounter.MAP_OUTPUT_RECORDS
                                : TaskCounter.REDUCE_OUTPUT_RECORDS));
        json.writeStringField("output", job.conf().get(FileOutputFormat.OUTDIR, ""));
        json.writeStringField("user", job.conf().get("mapreduce.job.user.name", ""));
        json.writeStringField("hadoop", VersionInfo.getVersion());
        json.writeStringField("java", Runtime.version().toString());
        json.writeNumberField("processors", Runtime.getRuntime().availableProcessors());
        json.writeStringField("advice", Advice.on(job));
        failure(json);
        json.writeEndObject();
        new TraceJson(job, counters, json).write();
        counters(json, counters);
        paths(json);
        PlanJson.write(json, job.plan(), job.trace().outcomes(), job.splits(), chosen);
        failures(json);
    }

    private Counters counted() {
        try {
            return job.counters();
        } catch (LimitExceededException e) {
            return new Counters(); // the job has too many counters, and will fail
        }
    }

    private static long count(Counters counters, TaskCounter counter) {
        return counters.findCounter(counter).getValue();
    }

    private static void counters(JsonGenerator json, Counters counters) throws IOException {
        json.writeArrayFieldStart("counters");
        for (CounterGroup group : counters) {
            json.writeStartObject();
            json.writeStringField("group", group.getDisplayName());
            json.writeArrayFieldStart("counters");
            for (Counter counter : group) {
                json.writeStartObject();
                json.writeStringField("name", counter.getDisplayName());
                json.writeNumberField("value", counter.getValue());
                json.writeEndObject();
            }
            json.writeEndArray();
            json.writeEndObject();
        }
        json.writeEndArray();
    }

    /** The quick paths that tasks took, by the names of the plan. */
    private void paths(JsonGenerator json) throws IOException {
        json.writeArrayFieldStart("paths");
        for (PathUse use : job.paths()) {
            json.writeStartObject();
            json.writeStringField("name", use.path().choice());
            json.writeNumberField("quick", use.quick());
            json.writeNumberField("tasks", use.tasks());
            json.writeEndObject();
        }
        json.writeEndArray();
    }

    /** Why the job failed, in the words of the terminal; nothing if it did not. */
    private void failure(JsonGenerator json) throws IOException {
        JobFailure failure = job.failure();
        if (failure != null) {
            json.writeStringField("cause", failure.cause());
            json.writeStringField("place", failure.place());
        }
    }

    private void failures(JsonGenerator json) throws IOException {
        int written = 0;
        json.writeArrayFieldStart("failures");
        for (LostAttempt lost : job.lostAttempts()) {
            if (written++ == MAX_FAILURES) {
                break;
            }
            json.writeStartObject();
            json.writeStringField("attempt", lost.attempt());
            json.writeStringField("outcome", lost.failed() ? "FAILED" : "KILLED");
            json.writeStringField("why", lost.why());
            json.writeEndObject();
        }
        json.writeEndArray();
        json.writeNumberField("lostAttempts", job.lostAttempts().size());
    }
}
