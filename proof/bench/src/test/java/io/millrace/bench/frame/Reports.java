package io.millrace.bench.frame;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.millrace.measure.Figures;
import io.millrace.measure.Occasion;
import io.millrace.measure.Report;
import io.millrace.measure.Row;
import io.millrace.measure.Surroundings;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Map;
import java.util.stream.DoubleStream;

/** Keeps reports in tests. */
public final class Reports {

    private static final Occasion OCCASION =
            new Occasion(
                    "the command",
                    "2026-11-21T12:00",
                    new Surroundings("a machine", "a JDK", "abc"));

    private Reports() {}

    /** Keeps a report in a directory, and returns its page. */
    public static String kept(Report report, Path folder) throws IOException {
        return new ResultsDirectory(folder).keep(report, OCCASION);
    }

    /** The figures for programs that were kept. */
    public static JsonNode figures(Path folder) throws IOException {
        return new ObjectMapper().readTree(folder.resolve("results.json").toFile());
    }

    /** A row whose runs took so many seconds, with other figures that are the same in each run. */
    public static Row row(
            String word, String title, Map<String, Double> others, double... seconds) {
        return Row.of(
                word,
                title,
                DoubleStream.of(seconds)
                        .mapToObj(each -> Figures.of(Figures.SECONDS, each).and(others))
                        .toArray(Figures[]::new));
    }
}
