package io.millrace.bench.job;

import com.fasterxml.jackson.databind.JsonNode;
import io.millrace.bench.frame.Scratch;
import io.millrace.engine.trace.Breakdown.Part;
import io.millrace.measure.MeasurementException;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** Divides the seconds of a run into parts, by the reports of its jobs. */
public final class JobParts {

    /** The time outside of jobs: start and end of the process, and pauses between jobs. */
    static final String PROCESS = "process";

    private static final double MICROS = 1e6;

    private JobParts() {}

    /** The names of all parts. */
    public static List<String> names() {
        List<String> names = new ArrayList<>(List.of(PROCESS));
        for (Part part : Part.values()) {
            if (part != Part.IDLE) {
                names.add(word(part));
            }
        }
        return names;
    }

    /**
     * Reads the reports of a run in a directory, and deletes them. The time of a job is divided in
     * proportion to the busy time of its slots. The parts add up to the seconds of the run.
     */
    public static Map<String, Double> take(Path directory, double seconds)
            throws IOException, MeasurementException {
        Map<String, Double> parts = new LinkedHashMap<>();
        names().forEach(name -> parts.put(name, 0.0));
        parts.put(PROCESS, seconds);
        for (JsonNode report : JobReports.some(directory)) {
            divide(report, parts);
        }
        Scratch.delete(directory);
        return parts;
    }

    private static void divide(JsonNode report, Map<String, Double> parts) {
        Map<Part, Long> busy = busy(report);
        long whole = busy.values().stream().mapToLong(each -> each).sum();
        if (whole == 0) {
            return;
        }
        double elapsed = report.at("/job/elapsedMicros").asLong() / MICROS;
        parts.merge(PROCESS, -elapsed, Double::sum);
        busy.forEach(
                (part, micros) -> parts.merge(word(part), elapsed * micros / whole, Double::sum));
    }

    /** Microseconds of all slots. */
    private static Map<Part, Long> busy(JsonNode report) {
        Map<Part, Long> busy = new EnumMap<>(Part.class);
        for (JsonNode slot : report.path("breakdown")) {
            for (Part part : Part.values()) {
                if (part != Part.IDLE) {
                    busy.merge(part, slot.path(part.name()).asLong(), Long::sum);
                }
            }
        }
        return busy;
    }

    private static String word(Part part) {
        return part.name().toLowerCase(Locale.ROOT).replace('_', ' ');
    }
}
