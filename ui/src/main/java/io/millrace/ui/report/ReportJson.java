package io.millrace.ui.report;

import com.fasterxml.jackson.core.JsonGenerator;
import io.millrace.hadoop.watch.Advice;
import io.millrace.hadoop.watch.LostAttempt;
import io.millrace.hadoop.watch.WatchedJob;
import java.io.IOException;
import org.apache.hadoop.mapreduce.Counter;
import org.apache.hadoop.mapreduce.CounterGroup;
import org.apache.hadoop.util.VersionInfo;

/**
 * A job's report for programs, and the data of its page. Times are in microseconds since the job's
 * start unless their name says otherwise, sizes in bytes. What is written down in rows says first
 * what its columns are.
 */
final class ReportJson {

    /** Raised when a reader of an earlier report would misread this one. */
    private static final int FORMAT = 1;

    /** Failures with their stacks; the rest are counted. */
    private static final int MAX_FAILURES = 100;

    private final WatchedJob job;
    private final JsonGenerator json;

    private ReportJson(WatchedJob job, JsonGenerator json) {
        this.job = job;
        this.json = json;
    }

    static String of(WatchedJob job) throws IOException {
        return Json.text(json -> new ReportJson(job, json).write());
    }

    private void write() throws IOException {
        json.writeNumberField("format", FORMAT);
        json.writeObjectFieldStart("job");
        JobRow.of(job).writeTo(json);
        json.writeStringField("why", job.why());
        json.writeStringField("user", job.conf().get("mapreduce.job.user.name", ""));
        json.writeStringField("hadoop", VersionInfo.getVersion());
        json.writeStringField("java", Runtime.version().toString());
        json.writeNumberField("processors", Runtime.getRuntime().availableProcessors());
        json.writeStringField("advice", Advice.on(job));
        json.writeEndObject();
        new TraceJson(job, json).write();
        counters();
        PlanJson.write(json, job.plan(), job.splits(), job.conf());
        failures();
    }

    private void counters() throws IOException {
        json.writeArrayFieldStart("counters");
        for (CounterGroup group : job.counters()) {
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

    private void failures() throws IOException {
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
