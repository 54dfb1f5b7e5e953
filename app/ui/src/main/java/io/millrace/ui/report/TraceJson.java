package io.millrace.ui.report;

import com.fasterxml.jackson.core.JsonGenerator;
import io.millrace.engine.task.TaskKind;
import io.millrace.engine.trace.AttemptSpan;
import io.millrace.engine.trace.Breakdown;
import io.millrace.engine.trace.HotKey;
import io.millrace.engine.trace.MemorySample;
import io.millrace.engine.trace.Phase;
import io.millrace.engine.trace.Skew;
import io.millrace.engine.trace.Span;
import io.millrace.engine.trace.ThreadTimeline;
import io.millrace.engine.trace.Trace;
import io.millrace.engine.trace.Trace.PhaseTotal;
import io.millrace.hadoop.watch.WatchedJob;
import java.io.IOException;
import java.util.Collections;
import java.util.Comparator;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import org.apache.hadoop.mapreduce.Counters;
import org.apache.hadoop.mapreduce.TaskCounter;
import org.apache.hadoop.mapreduce.lib.input.FileInputFormatCounter;
import org.apache.hadoop.mapreduce.lib.output.FileOutputFormatCounter;

/** The part of a report that comes from the trace. */
final class TraceJson {

    private static final int NANOS_PER_MICRO = 1000;

    private final WatchedJob job;
    private final Trace trace;
    private final Counters counters;
    private final JsonGenerator json;

    /** Sorted names of threads. Rows refer to a thread by its index. */
    private final List<String> threads;

    private final List<ThreadTimeline> timelines;

    TraceJson(WatchedJob job, Counters counters, JsonGenerator json) {
        this.job = job;
        this.trace = job.trace();
        this.counters = counters;
        this.json = json;
        this.timelines = ThreadTimeline.of(trace);
        this.threads = timelines.stream().map(ThreadTimeline::thread).toList();
    }

    void write() throws IOException {
        json.writeArrayFieldStart("threads");
        for (String thread : threads) {
            json.writeString(thread);
        }
        json.writeEndArray();
        attempts();
        spans();
        phases();
        breakdown();
        json.writeArrayFieldStart("skew");
        skew("time", Skew.of(trace, Phase.MAP, AttemptSpan::nanos), NANOS_PER_MICRO);
        skew("time", Skew.of(trace, Phase.REDUCE, AttemptSpan::nanos), NANOS_PER_MICRO);
        skew("bytes", Skew.of(trace, Phase.REDUCE, AttemptSpan::bytes), 1);
        json.writeEndArray();
        hotKeys();
        memory();
    }

    private long micros(long nanoTime) {
        return (nanoTime - trace.startNanos()) / NANOS_PER_MICRO;
    }

    private int thread(String name) {
        return Collections.binarySearch(threads, name);
    }

    private void columns(String field, String... names) throws IOException {
        json.writeFieldName(field);
        json.writeArray(names, 0, names.length);
    }

    private void attempts() throws IOException {
        columns(
                "attemptColumns",
                "attempt",
                "kind",
                "thread",
                "start",
                "end",
                "outcome",
                "records",
                "bytes",
                "cpu");
        json.writeArrayFieldStart("attempts");
        for (AttemptSpan attempt : inOrder()) {
            json.writeStartArray();
            json.writeString(attempt.who());
            json.writeString(attempt.main().name());
            json.writeNumber(thread(attempt.thread()));
            json.writeNumber(micros(attempt.startNanos()));
            json.writeNumber(micros(attempt.endNanos()));
            json.writeString(attempt.outcome().name());
            json.writeNumber(attempt.records());
            json.writeNumber(attempt.bytes());
            json.writeNumber(cpuMicros(attempt));
            json.writeEndArray();
        }
        json.writeEndArray();
    }

    /** -1 if it is not known. */
    private static long cpuMicros(AttemptSpan attempt) {
        return attempt.cpuNanos() < 0 ? -1 : attempt.cpuNanos() / NANOS_PER_MICRO;
    }

    private List<AttemptSpan> inOrder() {
        return timelines.stream()
                .flatMap(timeline -> timeline.attempts().stream())
                .sorted(Comparator.comparingLong(AttemptSpan::endNanos))
                .toList();
    }

    /** Pieces of spans, of which no two on one thread overlap. */
    private void spans() throws IOException {
        columns(
                "spanColumns",
                "phase",
                "attempt",
                "thread",
                "start",
                "end",
                "time",
                "records",
                "bytes");
        json.writeArrayFieldStart("spans");
        for (Span span : (Iterable<Span>) this::pieces) {
            json.writeStartArray();
            json.writeString(span.phase().name());
            json.writeString(span.who());
            json.writeNumber(thread(span.thread()));
            json.writeNumber(micros(span.startNanos()));
            json.writeNumber(micros(span.endNanos()));
            json.writeNumber(span.nanos() / NANOS_PER_MICRO);
            json.writeNumber(span.records());
            json.writeNumber(span.bytes());
            json.writeEndArray();
        }
        json.writeEndArray();
    }

    private Iterator<Span> pieces() {
        return timelines.stream().flatMap(timeline -> timeline.pieces().stream()).iterator();
    }

    private void phases() throws IOException {
        json.writeArrayFieldStart("phases");
        for (Map.Entry<Phase, PhaseTotal> entry : trace.totals().entrySet()) {
            PhaseTotal total = counted(entry.getKey(), entry.getValue());
            json.writeStartObject();
            json.writeStringField("phase", entry.getKey().name());
            json.writeNumberField("time", total.nanos() / NANOS_PER_MICRO);
            json.writeNumberField("count", total.count());
            json.writeNumberField("records", total.records());
            json.writeNumberField("bytes", total.bytes());
            json.writeEndObject();
        }
        json.writeEndArray();
    }

    /** The job counts records read and written; the trace does not. */
    private PhaseTotal counted(Phase phase, PhaseTotal total) {
        return switch (phase) {
            case READ ->
                    with(total, TaskCounter.MAP_INPUT_RECORDS, FileInputFormatCounter.BYTES_READ);
            case WRITE ->
                    with(
                            total,
                            job.tasks(TaskKind.REDUCE) == 0
                                    ? TaskCounter.MAP_OUTPUT_RECORDS
                                    : TaskCounter.REDUCE_OUTPUT_RECORDS,
                            FileOutputFormatCounter.BYTES_WRITTEN);
            default -> total;
        };
    }

    private PhaseTotal with(PhaseTotal total, Enum<?> records, Enum<?> bytes) {
        return new PhaseTotal(
                total.count(),
                total.nanos(),
                counters.findCounter(records).getValue(),
                counters.findCounter(bytes).getValue());
    }

    private void breakdown() throws IOException {
        json.writeArrayFieldStart("breakdown");
        for (Breakdown.Slot slot : Breakdown.of(trace).slots()) {
            json.writeStartObject();
            json.writeStringField("thread", slot.thread());
            for (Map.Entry<Breakdown.Part, Long> part : slot.nanos().entrySet()) {
                json.writeNumberField(part.getKey().name(), part.getValue() / NANOS_PER_MICRO);
            }
            json.writeEndObject();
        }
        json.writeEndArray();
    }

    private void skew(String of, Skew skew, int unit) throws IOException {
        for (Skew.Skewed skewed : skew.skewed()) {
            json.writeStartObject();
            json.writeStringField("attempt", skewed.attempt().who());
            json.writeStringField("of", of);
            json.writeNumberField("value", skewed.value() / unit);
            json.writeNumberField("median", skew.median() / unit);
            json.writeNumberField("share", skewed.share());
            json.writeEndObject();
        }
    }

    private void hotKeys() throws IOException {
        json.writeArrayFieldStart("hotKeys");
        for (HotKey hot : HotKey.of(trace)) {
            json.writeStartObject();
            json.writeStringField("key", hot.group().key());
            json.writeStringField("attempt", hot.attempt().who());
            json.writeNumberField("records", hot.group().records());
            json.writeNumberField("bytes", hot.group().bytes());
            json.writeNumberField("ofPartition", hot.ofPartition());
            json.writeNumberField("ofAll", hot.ofAll());
            json.writeBooleanField("oversized", hot.oversized());
            json.writeEndObject();
        }
        json.writeEndArray();
    }

    private void memory() throws IOException {
        json.writeNumberField("memoryMax", job.memoryMaxBytes());
        columns("memoryColumns", "at", "held", "spilled");
        json.writeArrayFieldStart("memory");
        for (MemorySample sample : trace.memory()) {
            json.writeStartArray();
            json.writeNumber(micros(sample.nanos()));
            json.writeNumber(sample.heldBytes());
            json.writeNumber(sample.spilledBytes());
            json.writeEndArray();
        }
        json.writeEndArray();
    }
}
