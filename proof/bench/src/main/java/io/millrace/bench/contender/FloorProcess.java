package io.millrace.bench.contender;

import io.millrace.bench.job.OutputForm;
import io.millrace.measure.Figures;
import io.millrace.measure.MeasurementException;
import io.millrace.measure.process.TimedProcess;
import io.millrace.workloads.Workload;
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
final class FloorProcess {

    private static final String TITLE = "floor: the mapper alone";
    private static final String WARM_PASSES = "2";
    private static final Pattern FIRST = Pattern.compile("(?m)^first +([0-9.]+) s");
    private static final Pattern WARM = Pattern.compile("(?m)^warm +([0-9.]+) s");

    private FloorProcess() {}

    static Contender contender(Path home) {
        Contender.Preparation preparation =
                (workload, input, work) -> {
                    List<String> arguments =
                            List.of(
                                    "bench",
                                    "floor",
                                    workload.word(),
                                    "--input",
                                    input.toString(),
                                    "--runs",
                                    WARM_PASSES);
                    return new Runner(
                            OutputForm.NONE,
                            output -> {
                                TimedProcess.launcher(home, TITLE, arguments, Map.of())
                                        .run(work, List.of());
                                String said = Files.readString(TimedProcess.log(work));
                                return Figures.of(Figures.SECONDS, seconds(FIRST, said))
                                        .and(Figures.WARM_SECONDS, seconds(WARM, said));
                            });
                };
        return Contender.of("floor", TITLE, preparation)
                .unless(workload ->
                        workload == Workload.TERA_SORT
                                ? Optional.of("its mapper does nothing, and so the floor is 0")
                                : Optional.empty());
    }

    private static double seconds(Pattern pattern, String said) throws MeasurementException {
        Matcher matcher = pattern.matcher(said);
        if (!matcher.find()) {
            throw new MeasurementException("the floor gave no figures, but said:\n" + said);
        }
        return Double.parseDouble(matcher.group(1));
    }
}
