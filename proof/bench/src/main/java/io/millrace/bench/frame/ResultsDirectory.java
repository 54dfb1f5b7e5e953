package io.millrace.bench.frame;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.SerializationFeature;
import io.millrace.measure.Chart;
import io.millrace.measure.Occasion;
import io.millrace.measure.Report;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.LocalDateTime;
import java.time.format.DateTimeFormatter;
import java.util.Locale;
import java.util.Map;

/** Where the results of one measurement are kept: a page, its plots, and figures for programs. */
public final class ResultsDirectory {

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
    public String keep(Report report, Occasion occasion) throws IOException {
        String page = report.page(occasion);
        Files.writeString(file("README.md"), page);
        Files.writeString(
                file("results.json"), MAPPER.writeValueAsString(report.figures(occasion)) + "\n");
        for (Map.Entry<String, Chart> chart : report.charts().entrySet()) {
            chart.getValue().write(file(chart.getKey()));
        }
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
