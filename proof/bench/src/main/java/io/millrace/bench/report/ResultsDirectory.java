package io.millrace.bench.report;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.SerializationFeature;
import io.millrace.bench.frame.BarChart;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.LocalDateTime;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** Where the results of one measurement are kept: a page, its plots, and figures for programs. */
public final class ResultsDirectory {

    private static final String PAGE = "README.md";
    private static final String FIGURES = "results.json";

    private static final DateTimeFormatter TIME =
            DateTimeFormatter.ofPattern("yyyyMMdd-HHmmss", Locale.ROOT);
    private static final ObjectMapper MAPPER =
            new ObjectMapper().enable(SerializationFeature.INDENT_OUTPUT);

    private final Path folder;

    /** A directory that is made when results are kept. */
    public ResultsDirectory(Path folder) {
        this.folder = folder;
    }

    /** A new one beside the others of the Millrace in {@code home}. */
    public static ResultsDirectory of(Path home, String name, LocalDateTime start) {
        return new ResultsDirectory(
                home.resolve("proof/bench/results").resolve(name + "-" + start.format(TIME)));
    }

    /** Writes everything, and answers the page. */
    public String keep(Report report) throws IOException {
        Files.createDirectories(folder);
        Files.writeString(
                folder.resolve(FIGURES), MAPPER.writeValueAsString(report.figures()) + "\n");
        List<String> plots = new ArrayList<>();
        for (Map.Entry<String, BarChart> plot : report.plots().entrySet()) {
            if (!plot.getValue().isEmpty()) {
                plot.getValue().write(folder.resolve(plot.getKey()));
                plots.add(plot.getKey());
            }
        }
        String page = report.page(plots);
        Files.writeString(folder.resolve(PAGE), page);
        return page;
    }

    /** The path of a further file, which the caller writes before the rest. */
    public Path file(String name) throws IOException {
        Files.createDirectories(folder);
        return folder.resolve(name);
    }

    @Override
    public String toString() {
        return folder.toString();
    }
}
