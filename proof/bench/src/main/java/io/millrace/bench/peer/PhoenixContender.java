package io.millrace.bench.peer;

import io.millrace.apps.workload.Workload;
import io.millrace.bench.frame.BenchException;
import io.millrace.bench.frame.Figures;
import io.millrace.bench.job.Contender;
import io.millrace.bench.job.OutputForm;
import io.millrace.bench.job.Runner;
import io.millrace.bench.job.TimedProcess;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Phoenix++, MapReduce in C++ for one machine, by the path to its build. Its word count prints only
 * the most frequent words, in its own form: its output is not compared.
 */
record PhoenixContender(@Nullable Path folder) implements Contender {

    /** Names the directory where the command line does not. */
    static final String VARIABLE = "PHOENIX_HOME";

    @Override
    public String word() {
        return "phoenix";
    }

    @Override
    public String name() {
        return "Phoenix++";
    }

    @Override
    public Optional<String> hindrance(Workload workload) {
        if (workload != Workload.WORD_COUNT) {
            return Optional.of("of its programs only word count reads such an input");
        }
        if (folder == null) {
            return Optional.of(
                    "build it, and name its directory with --phoenix or in the variable "
                            + VARIABLE);
        }
        return program().isPresent()
                ? Optional.empty()
                : Optional.of("there is no word_count that can be run in " + folder);
    }

    private Optional<Path> program() {
        return Stream.of("word_count", "tests/word_count/word_count")
                .map(name -> folder == null ? Path.of(name) : folder.resolve(name))
                .filter(file -> Files.isRegularFile(file) && Files.isExecutable(file))
                .findFirst();
    }

    @Override
    public Runner prepare(Workload workload, Path input, Path work) {
        List<String> command =
                List.of(program().orElseThrow().toAbsolutePath().toString(), input.toString());
        TimedProcess process = new TimedProcess(name(), command, Map.of());
        return new Runner() {
            @Override
            public Figures run(Path output)
                    throws IOException, InterruptedException, BenchException {
                return process.run(work, List.of());
            }

            @Override
            public OutputForm form() {
                return OutputForm.NONE;
            }
        };
    }
}
