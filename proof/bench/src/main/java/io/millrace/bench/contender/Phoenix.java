package io.millrace.bench.contender;

import io.millrace.bench.job.OutputForm;
import io.millrace.measure.process.TimedProcess;
import io.millrace.workloads.Workload;
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
final class Phoenix {

    /** Names the directory where the command line does not. */
    static final String VARIABLE = "PHOENIX_HOME";

    private Phoenix() {}

    static Contender contender(@Nullable Path folder) {
        Contender.Preparation preparation =
                (workload, input, work) -> {
                    Path program = program(folder).orElseThrow().toAbsolutePath();
                    List<String> command = List.of(program.toString(), input.toString());
                    TimedProcess process = new TimedProcess("Phoenix++", command, Map.of());
                    return new Runner(OutputForm.NONE, output -> process.run(work, List.of()));
                };
        return Contender.of("phoenix", "Phoenix++", preparation)
                .unless(workload -> hindrance(workload, folder));
    }

    private static Optional<String> hindrance(Workload workload, @Nullable Path folder) {
        if (workload != Workload.WORD_COUNT) {
            return Optional.of("of its programs only word count reads such an input");
        }
        if (folder == null) {
            return Optional.of(
                    "build it, and name its directory with --phoenix or in the variable "
                            + VARIABLE);
        }
        return program(folder).isPresent()
                ? Optional.empty()
                : Optional.of("there is no word_count that can be run in " + folder);
    }

    private static Optional<Path> program(@Nullable Path folder) {
        return Stream.of("word_count", "tests/word_count/word_count")
                .map(name -> folder == null ? Path.of(name) : folder.resolve(name))
                .filter(file -> Files.isRegularFile(file) && Files.isExecutable(file))
                .findFirst();
    }
}
