package io.millrace.cli.report;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.millrace.cli.process.Amounts;
import io.millrace.cli.process.Printable;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** The contents of a report in JSON. Texts are safe to print. */
public final class JobReport {

    private static final ObjectMapper MAPPER = new ObjectMapper();
    private static final double MICROS = 1e6;

    private static final String NAME = "name";
    private static final String VALUE = "value";

    private final JsonNode report;

    private JobReport(JsonNode report) {
        this.report = report;
    }

    /**
     * Reads a report.
     *
     * @throws JsonProcessingException if it is none
     */
    public static JobReport of(String json) throws JsonProcessingException {
        return new JobReport(MAPPER.readTree(json));
    }

    /** A choice of the job's plan. */
    record Chosen(String value, boolean bytes, String reason) {

        /** The value for people: bytes in the unit that suits them. */
        String shown() {
            return bytes ? Amounts.bytes(Long.parseLong(value)) : value;
        }
    }

    /**
     * Attempts of one kind that succeeded, and how many did not.
     *
     * @param medianSeconds of one; 0 if there is none, as for the next
     */
    record Attempts(int succeeded, int lost, double medianSeconds, double longestSeconds) {}

    /** A field of who the job is; empty if there is none. */
    String job(String field) {
        return Printable.text(report.at("/job/" + field).asText());
    }

    /** The job's name, id and result, in a few words. */
    public String title() {
        return name() + " " + job("state");
    }

    /** Its name, if it has one, and its id. */
    String name() {
        return (job(NAME) + " (" + job("id") + ")").strip();
    }

    double seconds() {
        return report.at("/job/elapsedMicros").asDouble() / MICROS;
    }

    long number(String pointer) {
        return report.at(pointer).asLong();
    }

    Map<String, Chosen> plan() {
        Map<String, Chosen> plan = new LinkedHashMap<>();
        for (JsonNode choice : report.path("plan")) {
            plan.put(
                    text(choice, NAME),
                    new Chosen(
                            text(choice, VALUE),
                            text(choice, "unit").equals("bytes"),
                            text(choice, "reason")));
        }
        return plan;
    }

    /** Keys whose values are not the defaults. */
    Map<String, String> configuration() {
        Map<String, String> keys = new TreeMap<>();
        for (JsonNode key : report.path("configuration")) {
            keys.put(text(key, "key"), text(key, VALUE));
        }
        return keys;
    }

    /** A counter of the framework's, by the name that people read; 0 if it was never counted. */
    long counter(String name) {
        for (JsonNode group : report.path("counters")) {
            for (JsonNode counter : group.path("counters")) {
                if (counter.path(NAME).asText().equals(name)) {
                    return counter.path(VALUE).asLong();
                }
            }
        }
        return 0;
    }

    /** Seconds of all slots by what they went to, idle time left out. */
    Map<String, Double> parts() {
        Map<String, Double> parts = new LinkedHashMap<>();
        for (JsonNode slot : report.path("breakdown")) {
            slot.fields()
                    .forEachRemaining(part -> {
                        if (part.getValue().isNumber() && !part.getKey().equals("IDLE")) {
                            parts.merge(
                                    part.getKey(), part.getValue().asLong() / MICROS, Double::sum);
                        }
                    });
        }
        return parts;
    }

    long spilledBytes() {
        for (JsonNode phase : report.path("phases")) {
            if (phase.path("phase").asText().equals("SPILL")) {
                return phase.path("bytes").asLong();
            }
        }
        return 0;
    }

    /** The most record memory that was seen to be held. */
    long memoryPeakBytes() {
        long peak = 0;
        for (JsonNode sample : report.path("memory")) {
            peak = Math.max(peak, sample.path(1).asLong());
        }
        return peak;
    }

    /** Attempts of a kind, {@code MAP} or {@code REDUCE}. */
    Attempts attempts(String kind) {
        List<Double> seconds = new ArrayList<>();
        int lost = 0;
        for (JsonNode attempt : report.path("attempts")) {
            if (attempt.path(1).asText().equals(kind)) {
                if (attempt.path(5).asText().equals("SUCCEEDED")) {
                    seconds.add((attempt.path(4).asLong() - attempt.path(3).asLong()) / MICROS);
                } else {
                    lost++;
                }
            }
        }
        Collections.sort(seconds);
        int count = seconds.size();
        return new Attempts(
                count,
                lost,
                count == 0 ? 0 : seconds.get(count / 2),
                count == 0 ? 0 : seconds.get(count - 1));
    }

    /** Attempts with much more of something than the others, in a few words each. */
    List<String> skew() {
        List<String> skewed = new ArrayList<>();
        for (JsonNode one : report.path("skew")) {
            skewed.add(
                    "%s: %.0f %% of all %s"
                            .formatted(
                                    text(one, "attempt"),
                                    100 * one.path("share").asDouble(),
                                    text(one, "of")));
        }
        return skewed;
    }

    /** The outcomes of choices of the plan, by their names. */
    Map<String, String> taken() {
        Map<String, String> taken = new LinkedHashMap<>();
        for (JsonNode path : report.path("paths")) {
            taken.put(
                    text(path, NAME),
                    "quick in %d of %d tasks"
                            .formatted(path.path("quick").asInt(), path.path("tasks").asInt()));
        }
        for (JsonNode choice : report.path("plan")) {
            if (choice.has("outcome")) {
                taken.put(text(choice, NAME), text(choice, "outcome"));
            }
        }
        return taken;
    }

    private static String text(JsonNode node, String field) {
        return Printable.text(node.path(field).asText());
    }
}
