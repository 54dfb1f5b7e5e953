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
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The job's own mapper over lines from memory, each time in a new JVM. What counts are the seconds
 * that the passes took, without start and reading; processor time and memory would be those of more
 * passes than one, and are left out.
 */
record FloorContender(Path home) implements Contender {

    private static final int WARM_PASSES = 2;
    private static final Pattern FIRST = Pattern.compile("(?m)^first +([0-9.]+) s");
    private static final Pattern WARM = Pattern.compile("(?m)^warm +([0-9.]+) s");

    @Override
    public String word() {
        return "floor";
    }

    @Override
    public String name() {
        return "floor: the mapper alone";
    }

    @Override
    public Optional<String> hindrance(Workload workload) {
        return workload == Workload.TERA_SORT
                ? Optional.of("its mapper does nothing, and so the floor is 0")
                : Optional.empty();
    }

    @Override
    public Runner prepare(Workload workload, Path input, Path work) {
        List<String> arguments =
                List.of(
                        "bench",
                        "floor",
                        workload.word(),
                        "--input",
                        input.toString(),
                        "--runs",
                        Integer.toString(WARM_PASSES));
        TimedProcess process = TimedProcess.launcher(home, name(), arguments, Map.of());
        return new Runner() {
            @Override
            public Figures run(Path output)
                    throws IOException, InterruptedException, BenchException {
                process.run(work, List.of());
                String said = Files.readString(TimedProcess.log(work));
                return Figures.old(seconds(FIRST, said), seconds(WARM, said), null, null);
            }

            @Override
            public OutputForm form() {
                return OutputForm.NONE;
            }
        };
    }

    private static double seconds(Pattern pattern, String said) throws BenchException {
        Matcher matcher = pattern.matcher(said);
        if (!matcher.find()) {
            throw new BenchException("the floor gave no figures, but said:\n" + said);
        }
        return Double.parseDouble(matcher.group(1));
    }
}
