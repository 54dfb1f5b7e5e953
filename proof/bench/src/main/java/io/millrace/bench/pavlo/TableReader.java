package io.millrace.bench.pavlo;

import io.millrace.apps.workload.Workload;
import io.millrace.bench.frame.BenchException;
import io.millrace.bench.frame.Figures;
import io.millrace.bench.job.Contender;
import io.millrace.bench.job.OutputForm;
import io.millrace.bench.job.Runner;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Optional;

/**
 * A contender that reads a form of the tables of its own. Its output is compared line by line, in
 * any order: jobs divide these forms among tasks in different ways.
 */
record TableReader(Way way, Contender contender, Path input) implements Contender {

    @Override
    public String word() {
        return way.word();
    }

    @Override
    public String name() {
        return way.title();
    }

    @Override
    public Optional<String> hindrance(Workload workload) throws IOException, InterruptedException {
        return contender.hindrance(workload);
    }

    @Override
    public Runner prepare(Workload workload, Path text, Path work)
            throws IOException, InterruptedException, BenchException {
        Runner runner = contender.prepare(workload, input, work);
        return new Runner() {
            @Override
            public Figures run(Path output)
                    throws IOException, InterruptedException, BenchException {
                return runner.run(output);
            }

            @Override
            public OutputForm form() {
                return OutputForm.LINES;
            }
        };
    }
}
