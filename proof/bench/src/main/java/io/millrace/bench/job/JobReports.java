package io.millrace.bench.job;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.millrace.bench.frame.Scratch;
import io.millrace.measure.Figures;
import io.millrace.measure.MeasurementException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;

/** Reads the reports of a run's jobs. */
public final class JobReports {

    /** A key of module ui, which the launched Millrace has. */
    private static final String DIRECTORY_KEY = "millrace.report.dir";

    private static final String TASK_COUNTERS = "Map-Reduce Framework";

    private JobReports() {}

    /** Input records of a run's first job. */
    public static final String RECORDS = "records";

    /** The most record memory that was held, as far as looks ten times a second tell. */
    public static final String HELD = "recordMemoryBytes";

    /** Limit of record memory. */
    public static final String LIMIT = "recordMemoryMaxBytes";

    /** Bytes spilled to disk. */
    public static final String SPILLED_BYTES = "spilledBytes";

    public static final String SPILLED_RECORDS = "spilledRecords";

    /** Records that partial reducers were given. */
    public static final String PARTIAL_RECORDS = "partialRecords";

    /** The option of a job that makes it leave a report in a directory. */
    public static List<String> options(Path directory) {
        return Settings.options(DIRECTORY_KEY + "=" + directory);
    }

    /** Figures of one run, from the reports in a directory, which are deleted. */
    public static Map<String, Double> figures(Path directory)
            throws IOException, MeasurementException {
        List<JsonNode> reports = some(directory);
        JsonNode first =
                Collections.min(
                        reports,
                        Comparator.comparingLong(report -> report.at("/job/startMillis").asLong()));
        Scratch.delete(directory);
        return Figures.of(RECORDS, (double) first.at("/job/recordsIn").asLong())
                .and(
                        HELD,
                        reports.stream().mapToLong(report -> most(report, "held")).max().orElse(0))
                .and(LIMIT, first.path("memoryMax").asLong())
                .and(
                        SPILLED_BYTES,
                        reports.stream().mapToLong(report -> most(report, "spilled")).sum())
                .and(SPILLED_RECORDS, counted(reports, TASK_COUNTERS, "Spilled Records"))
                .and(PARTIAL_RECORDS, counted(reports, "Millrace Partial Reduce", "Input records"))
                .values();
    }

    /** Counters of a run's jobs in Hadoop's group of tasks, summed over the jobs, by name. */
    public static Map<String, Long> taskCounters(Path directory, List<String> names)
            throws IOException {
        List<JsonNode> reports = reports(directory);
        Map<String, Long> counters = new TreeMap<>();
        for (String name : names) {
            counters.put(name, counted(reports, TASK_COUNTERS, name));
        }
        return counters;
    }

    /** Why attempts of a run's jobs failed; empty if no job has left a report. */
    public static List<String> failures(Path directory) throws IOException {
        List<String> failures = new ArrayList<>();
        if (Files.isDirectory(directory)) {
            for (JsonNode report : reports(directory)) {
                for (JsonNode lost : report.path("failures")) {
                    if (lost.path("outcome").asText().equals("FAILED")) {
                        failures.add(lost.path("why").asText());
                    }
                }
            }
        }
        return failures;
    }

    /** The reports of a run, of which there is at least one. */
    static List<JsonNode> some(Path directory) throws IOException, MeasurementException {
        List<JsonNode> reports = reports(directory);
        if (reports.isEmpty()) {
            throw new MeasurementException("no job left a report in " + directory);
        }
        return reports;
    }

    private static List<JsonNode> reports(Path directory) throws IOException {
        List<JsonNode> reports = new ArrayList<>();
        try (Stream<Path> files = Files.walk(directory)) {
            for (Path file : files.filter(each -> each.endsWith("report.json")).toList()) {
                reports.add(new ObjectMapper().readTree(file.toFile()));
            }
        }
        return reports;
    }

    private static long most(JsonNode report, String column) {
        List<String> columns = new ArrayList<>();
        report.path("memoryColumns").forEach(name -> columns.add(name.asText()));
        int place = columns.indexOf(column);
        long most = 0;
        for (JsonNode sample : report.path("memory")) {
            most = Math.max(most, sample.path(place).asLong());
        }
        return most;
    }

    /** The sum of a counter over all jobs. */
    private static long counted(List<JsonNode> reports, String group, String name) {
        long sum = 0;
        for (JsonNode report : reports) {
            for (JsonNode each : report.path("counters")) {
                if (each.path("group").asText().equals(group)) {
                    for (JsonNode counter : each.path("counters")) {
                        sum +=
                                counter.path("name").asText().equals(name)
                                        ? counter.path("value").asLong()
                                        : 0;
                    }
                }
            }
        }
        return sum;
    }
}
