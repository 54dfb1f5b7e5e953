package io.millrace.apps.testing;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Stream;

/** An interpreter that has NumPy, SciPy and scikit-learn, for the scripts in {@code references}. */
public final class Python {

    /** Names an interpreter in place of the {@code python3} of the path. */
    public static final String INTERPRETER = "millrace.test.python";

    private final String interpreter;

    private Python(String interpreter) {
        this.interpreter = interpreter;
    }

    /** The interpreter, if there is one that has what the scripts need. */
    public static Optional<Python> find() throws InterruptedException {
        String interpreter = System.getProperty(INTERPRETER, "python3");
        try {
            int exitCode =
                    new ProcessBuilder(interpreter, "-c", "import numpy, scipy, sklearn")
                            .redirectErrorStream(true)
                            .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                            .start()
                            .waitFor();
            return exitCode == 0 ? Optional.of(new Python(interpreter)) : Optional.empty();
        } catch (IOException noSuchProgram) {
            return Optional.empty();
        }
    }

    /** Runs a script of {@code references}; what it prints, by number. */
    public Map<Integer, double[]> run(Path folder, String script, Object... arguments)
            throws Exception {
        Path scripts = Path.of(Python.class.getResource("/references").toURI());
        Path out = folder.resolve(script + ".out");
        Path log = folder.resolve(script + ".log");
        List<String> command =
                new ArrayList<>(
                        List.of(interpreter, "-B", scripts.resolve(script + ".py").toString()));
        Stream.of(arguments).map(Object::toString).forEach(command::add);
        int exitCode =
                new ProcessBuilder(command)
                        .redirectOutput(out.toFile())
                        .redirectError(log.toFile())
                        .start()
                        .waitFor();
        assertThat(exitCode).as(Files.readString(log)).isZero();
        Map<Integer, double[]> vectors = new TreeMap<>();
        for (String line : Files.readAllLines(out)) {
            String[] parts = line.split("\t", -1);
            vectors.put(
                    Integer.parseInt(parts[0]),
                    Stream.of(parts[1].split(" ", -1)).mapToDouble(Double::parseDouble).toArray());
        }
        return vectors;
    }
}
