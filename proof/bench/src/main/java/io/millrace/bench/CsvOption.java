package io.millrace.bench;

import io.millrace.measure.Report;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** Where else a command writes the figures of its report. */
final class CsvOption {

    @Option(
            names = "--csv",
            paramLabel = "FILE",
            description = "Write the figures to FILE as well.")
    private @Nullable Path csv;

    /** Writes the figures of a report if a file is named. */
    void write(Report report) {
        if (csv != null) {
            try {
                Files.writeString(csv, report.csv());
            } catch (IOException e) {
                throw new UncheckedIOException("cannot write the figures to " + csv, e);
            }
        }
    }
}
