package io.millrace.bench.scaling;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.millrace.bench.job.BenchException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;

/** Reads the reports of a run's jobs. */
final class JobReports {

    /** A key of module ui, which the launched Millrace has. */
    static final String DIRECTORY_KEY = "millrace.report.dir";

    private JobReports() {}

    /**
     * Figures of one run.
     *
     * @param records input of its first job
     * @param heldBytes the most record memory that was held, as far as looks ten times a second
     *     tell
     * @param spilledBytes bytes spilled to disk
     * @param budgetBytes limit of record memory
     */
    record Said(long records, long heldBytes, long spilledBytes, long budgetBytes) {}

    /** The reports in a directory, each in one of its own. */
    static Said in(Path folder) throws IOException, BenchException {
        List<JsonNode> reports = new ArrayList<>();
        try (Stream<Path> files = Files.walk(folder)) {
            for (Path file : files.filter(each -> each.endsWith("report.json")).toList()) {
                reports.add(new ObjectMapper().readTree(file.toFile()));
            }
        }
        JsonNode first =
                reports.stream()
                        .min(
                                Comparator.comparingLong(
                                        report -> report.at("/job/startMillis").asLong()))
                        .orElseThrow(() -> new BenchException("no job left a report in " + folder));
        return new Said(
                first.at("/job/recordsIn").asLong(),
                reports.stream().mapToLong(report -> most(report, "held")).max().orElse(0),
                reports.stream().mapToLong(report -> most(report, "spilled")).sum(),
                first.path("memoryMax").asLong());
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
}
