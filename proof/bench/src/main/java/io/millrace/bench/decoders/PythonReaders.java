package io.millrace.bench.decoders;

import io.millrace.measure.Case;
import io.millrace.measure.Figures;
import java.io.Closeable;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** The libraries of Python that are installed, each in a process that reads the same table. */
final class PythonReaders implements Closeable {

    private final List<PythonReader> running = new ArrayList<>();
    private final StringBuilder missing = new StringBuilder();

    static PythonReaders start(Path table) throws IOException, InterruptedException {
        PythonReaders all = new PythonReaders();
        try {
            all.start("duckdb", table);
            all.start("polars", table);
            return all;
        } catch (Throwable e) {
            all.close();
            throw e;
        }
    }

    private void start(String library, Path table) throws IOException, InterruptedException {
        Optional<PythonReader> reader = PythonReader.start(library, table);
        reader.ifPresent(running::add);
        if (reader.isEmpty()) {
            missing.append(
                    "%1$s is left out: found no module %1$s in python3; python3 -m venv V && V/bin/pip install %1$s, then put V/bin first on the PATH%n"
                            .formatted(library));
        }
    }

    /** Rows of the libraries. */
    List<Case> cases(VisitsText table, Columns columns) {
        List<Double> totals = VisitsTotals.of(table.bytes(), columns);
        List<Case> cases = new ArrayList<>();
        for (PythonReader each : running) {
            cases.add(
                    new Case(
                            each.title(),
                            () -> Figures.of(Figures.SECONDS, each.read(columns, totals))));
        }
        return cases;
    }

    /** A line for each library that is not installed. */
    String missing() {
        return missing.toString();
    }

    @Override
    public void close() throws IOException {
        for (PythonReader each : running) {
            each.close();
        }
    }
}
