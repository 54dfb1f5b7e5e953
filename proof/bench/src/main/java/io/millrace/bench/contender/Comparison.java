package io.millrace.bench.contender;

import io.millrace.bench.frame.Scratch;
import io.millrace.bench.job.OutputDirectory;
import io.millrace.bench.job.OutputForm;
import io.millrace.measure.Case;
import io.millrace.measure.Figures;
import io.millrace.measure.MeasurementException;
import io.millrace.measure.Rounds;
import io.millrace.measure.Row;
import io.millrace.workloads.Likeness;
import io.millrace.workloads.Workload;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/**
 * Runs a workload under all contenders, alternating, so that a slow minute of the machine affects
 * all of them. A contender that fails, or whose output differs from the first one's, drops out.
 */
public final class Comparison {

    /** The setting of a row that says whether its output was held against another's. */
    public static final String OUTPUT = "output";

    private static final String NOT_COMPARED = "not compared";

    private final Workload workload;
    private final Likeness likeness;
    private final Path work;
    private @Nullable OutputDirectory first;

    /**
     * Outputs, and what contenders keep for this workload, are below {@code work}, which is deleted
     * at the end.
     */
    public Comparison(Workload workload, Path work) {
        this(workload, workload.likeness(), work);
    }

    /** The same, where outputs are similar in another way than the workload's in general. */
    public Comparison(Workload workload, Likeness likeness, Path work) {
        this.workload = workload;
        this.likeness = likeness;
        this.work = work;
    }

    /** The row of each contender, in their order, after {@code runs} runs of each. */
    public List<Row> run(List<Contender> contenders, Path input, int runs) throws Exception {
        Map<Contender, Row> absent = new HashMap<>();
        List<Case> cases = new ArrayList<>();
        for (Contender contender : contenders) {
            Optional<String> hindrance = contender.hindrance().of(workload);
            if (hindrance.isPresent()) {
                absent.put(
                        contender,
                        Row.skipped(contender.word(), contender.title(), hindrance.get()));
                continue;
            }
            Path own = Files.createDirectories(work.resolve(contender.word()));
            try {
                Runner runner = contender.preparation().of(workload, input, own);
                cases.add(newCase(contender, runner, cases.size()));
            } catch (MeasurementException e) {
                System.err.println("millrace: " + workload.word() + ": " + e.getMessage());
                String why = String.valueOf(e.getMessage());
                absent.put(contender, Row.failed(contender.word(), contender.title(), why));
            }
        }
        Iterator<Row> measured = new Rounds(workload.word(), 0, runs).aloud().of(cases).iterator();
        Scratch.delete(work);
        List<Row> rows = new ArrayList<>();
        for (Contender contender : contenders) {
            Row row = absent.get(contender);
            rows.add(row != null ? row : measured.next());
        }
        return rows;
    }

    private Case newCase(Contender contender, Runner runner, int number) {
        Map<String, String> settings = new LinkedHashMap<>();
        for (String option : contender.options()) {
            int equals = option.indexOf('=');
            if (equals > 0) {
                settings.put(option.substring(0, equals), option.substring(equals + 1));
            }
        }
        if (runner.form() == OutputForm.NONE) {
            settings.put(OUTPUT, NOT_COMPARED);
        }
        AtomicInteger run = new AtomicInteger();
        return new Case(
                contender.word(),
                contender.title(),
                settings,
                () -> {
                    Path output = work.resolve(number + "-" + run.incrementAndGet());
                    return run(contender, runner, output);
                });
    }

    private Figures run(Contender contender, Runner runner, Path path)
            throws IOException, InterruptedException, MeasurementException {
        OutputDirectory output = new OutputDirectory(path, runner.form());
        try {
            Figures taken = runner.run().to(path);
            if (first != null) {
                output.requireSameAs(first, contender.title(), likeness);
            } else if (runner.form() != OutputForm.NONE) {
                first = output;
            }
            return taken;
        } finally {
            if (output != first) {
                output.delete();
            }
        }
    }
}
