package io.millrace.bench.decoders;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.millrace.bench.contender.Programs;
import io.millrace.measure.MeasurementException;
import java.io.BufferedReader;
import java.io.Closeable;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/** A library of Python that reads delimited text in a separate process. Used by one thread. */
final class PythonReader implements Closeable {

    private static final String PYTHON = "python3";

    private final String title;
    private final Process process;
    private final BufferedReader answers;

    private PythonReader(String title, Process process) {
        this.title = title;
        this.process = process;
        answers = process.inputReader(UTF_8);
    }

    /** Starts a process that reads a table; empty if the library is not installed. */
    static Optional<PythonReader> start(String library, Path table)
            throws IOException, InterruptedException {
        Optional<String> version =
                Programs.output(
                        PYTHON, "-c", "import %s as it; print(it.__version__)".formatted(library));
        if (version.isEmpty()) {
            return Optional.empty();
        }
        Process process =
                new ProcessBuilder(PYTHON, "-c", program(), library, table.toString())
                        .redirectError(ProcessBuilder.Redirect.INHERIT)
                        .start();
        return Optional.of(new PythonReader(library + " " + version.get(), process));
    }

    private static String program() {
        try (InputStream in = PythonReader.class.getResourceAsStream("readers.py")) {
            if (in == null) {
                throw new IllegalStateException("the jar of the bench has no readers.py");
            }
            return new String(in.readAllBytes(), UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** The library and its version. */
    String title() {
        return title;
    }

    /**
     * Reads the table.
     *
     * @param totals what it must find
     * @return seconds of the processor
     */
    double read(Columns columns, List<Double> totals) throws MeasurementException {
        try {
            // Not closed: the process ends with its input.
            process.outputWriter(UTF_8).append(columns.word()).append('\n').flush();
            String answer = answers.readLine();
            if (answer == null) {
                throw new MeasurementException(title + " ended; its error is above");
            }
            List<Double> figures = Arrays.stream(answer.split(" ")).map(Double::valueOf).toList();
            List<Double> found = figures.subList(1, figures.size());
            if (!found.equals(totals)) {
                throw new MeasurementException(
                        "%s reads other values: %s, and not %s".formatted(title, found, totals));
            }
            return figures.get(0);
        } catch (IOException e) {
            throw new MeasurementException(title + " cannot be asked: " + e.getMessage());
        }
    }

    @Override
    public void close() throws IOException {
        process.destroy();
        answers.close();
    }
}
