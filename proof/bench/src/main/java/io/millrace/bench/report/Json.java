package io.millrace.bench.report;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.millrace.apps.input.InputKind;
import io.millrace.bench.frame.Sample;
import io.millrace.bench.job.Entry;
import io.millrace.bench.job.JobResult;
import org.jspecify.annotations.Nullable;

/** Results for programs. */
public final class Json {

    private Json() {}

    /** One object, with an array of jobs, each with an array of contenders. */
    static ObjectNode of(Results results) {
        ObjectNode root = results.occasion().figures();
        ArrayNode jobs = root.putArray("jobs");
        results.jobs().forEach(job -> write(job, jobs.addObject()));
        return root;
    }

    private static void write(JobResult job, ObjectNode node) {
        node.put("job", job.workload().word());
        node.put("input", job.workload().input().map(InputKind::word).orElse("records"));
        node.put("bytes", job.bytes());
        node.put("seed", job.seed());
        node.put("outputs", job.workload().likeness().toString());
        ArrayNode contenders = node.putArray("contenders");
        job.entries().forEach(entry -> write(job, entry, contenders.addObject()));
    }

    private static void write(JobResult job, Entry entry, ObjectNode node) {
        node.put("contender", entry.word());
        node.put("name", entry.name());
        if (!entry.measured()) {
            node.put(entry.failed() ? "failed" : "skipped", entry.note());
            return;
        }
        node.put("ratio", entry.timesOf(job.base().orElseThrow()));
        node.put("outputCompared", entry.outputCompared());
        write("seconds", entry.seconds(), node);
        write("warmSeconds", entry.warmSeconds(), node);
        write("cpuSeconds", entry.cpuSeconds(), node);
        write("peakBytes", entry.peakBytes(), node);
        if (!entry.parts().isEmpty()) {
            ObjectNode parts = node.putObject("parts");
            entry.parts().forEach((part, sample) -> write(part, sample, parts));
        }
    }

    /** Adds a sample with all its figures, unless there is none. */
    public static void write(String name, @Nullable Sample sample, ObjectNode parent) {
        if (sample == null) {
            return;
        }
        ObjectNode node = parent.putObject(name);
        node.put("median", sample.median());
        node.put("min", sample.min());
        node.put("max", sample.max());
        ArrayNode runs = node.putArray("runs");
        sample.values().forEach(runs::add);
    }
}
