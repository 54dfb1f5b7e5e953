package io.millrace.bench.peer;

import io.millrace.apps.workload.Workload;
import io.millrace.bench.frame.BenchException;
import io.millrace.bench.frame.Figures;
import io.millrace.bench.job.Contender;
import io.millrace.bench.job.OutputForm;
import io.millrace.bench.job.Runner;
import io.millrace.bench.job.TimedProcess;
import java.io.IOException;
import java.nio.file.Path;
import java.util.EnumSet;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Spark in one process, or with executors, with programs for its RDDs. */
final class SparkContender implements Contender {

    private static final Set<Workload> PROGRAMS =
            EnumSet.of(
                    Workload.WORD_COUNT,
                    Workload.BIGRAMS,
                    Workload.GROUP_BY,
                    Workload.INVERTED_INDEX,
                    Workload.TERA_SORT,
                    Workload.AGGREGATION,
                    Workload.K_MEANS,
                    Workload.PAGE_RANK);

    private static final String PROGRAM = "SparkJobs";

    private final Path home;
    private final int cores;
    private final boolean executors;
    private @Nullable Spark spark;

    /**
     * A contender.
     *
     * @param executors whether each core has a process
     */
    SparkContender(Path home, int cores, boolean executors) {
        this.home = home;
        this.cores = cores;
        this.executors = executors;
    }

    @Override
    public String word() {
        return executors ? "spark-executors" : "spark";
    }

    @Override
    public String name() {
        return executors
                ? "Spark, " + cores + " executors, RDD"
                : "Spark local[" + cores + "], RDD";
    }

    @Override
    public Optional<String> hindrance(Workload workload) throws IOException, InterruptedException {
        if (!PROGRAMS.contains(workload)) {
            return Optional.of("there is no program for it in proof/bench/src/spark");
        }
        if (spark == null) {
            spark = Spark.find().orElse(null);
        }
        return spark != null ? Optional.empty() : Optional.of(Spark.ABSENT);
    }

    @Override
    public Runner prepare(Workload workload, Path input, Path work)
            throws IOException, BenchException {
        Spark found = Objects.requireNonNull(spark, "no hindrance, and yet no Spark");
        return new SparkRunner(found, found.jar(home, work), workload, input, work);
    }

    private final class SparkRunner implements Runner {

        private final Spark found;
        private final Path jar;
        private final Workload workload;
        private final Path input;
        private final Path work;

        SparkRunner(Spark found, Path jar, Workload workload, Path input, Path work) {
            this.found = found;
            this.jar = jar;
            this.workload = workload;
            this.input = input;
            this.work = work;
        }

        @Override
        public Figures run(Path output) throws IOException, InterruptedException, BenchException {
            List<Path> others = List.of(Spark.examples(home));
            String[] arguments = {
                workload.word(), input.toUri().toString(), output.toUri().toString()
            };
            List<String> command =
                    executors
                            ? found.submitToExecutors(cores, jar, others, PROGRAM, arguments)
                            : found.submit(cores, jar, others, PROGRAM, arguments);
            return new TimedProcess(name(), command, found.environment()).run(work, List.of());
        }

        @Override
        public OutputForm form() {
            return workload == Workload.TERA_SORT ? OutputForm.OTHER_FILES : OutputForm.LINES;
        }
    }
}
