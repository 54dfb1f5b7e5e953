package io.millrace.bench.contender;

import io.millrace.bench.job.OutputForm;
import io.millrace.measure.process.TimedProcess;
import io.millrace.workloads.Workload;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** Spark in one process, or with executors: programs for its RDDs, and queries over text. */
public final class SparkPrograms {

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

    private SparkPrograms() {}

    static Contender jobs(Path home, int cores) {
        return rdd(home, "spark", "Spark local[" + cores + "], RDD", Spark.local(cores));
    }

    /** With a process for each core. */
    static Contender jobsOnExecutors(Path home, int cores) {
        String title = "Spark, " + cores + " executors, RDD";
        return rdd(home, "spark-executors", title, Spark.executors(cores));
    }

    private static Contender rdd(Path home, String word, String title, List<String> place) {
        Contender.Preparation preparation =
                (workload, input, work) -> {
                    Spark spark = Spark.required();
                    Path jar = spark.jar(home, work);
                    return new Runner(
                            workload == Workload.TERA_SORT
                                    ? OutputForm.OTHER_FILES
                                    : OutputForm.LINES,
                            output -> {
                                List<String> command =
                                        spark.submit(
                                                place,
                                                jar,
                                                List.of(Spark.examples(home)),
                                                "SparkJobs",
                                                workload.word(),
                                                input.toUri().toString(),
                                                output.toUri().toString());
                                return new TimedProcess(title, command, spark.environment())
                                        .run(work, List.of());
                            });
                };
        return Contender.of(word, title, preparation)
                .unless(workload ->
                        PROGRAMS.contains(workload)
                                ? Spark.hindrance()
                                : Optional.of(
                                        "there is no program for it in proof/bench/src/spark"));
    }

    /**
     * One query over text, in one process.
     *
     * @param tables for each table its name, its columns as SQL defines them, and the path of its
     *     text, in one list
     */
    public static Contender sql(Path home, String query, List<String> tables) {
        Contender.Preparation preparation =
                (workload, input, work) -> {
                    Spark spark = Spark.required();
                    Path jar = spark.jar(home, work);
                    return new Runner(
                            OutputForm.LINES,
                            output -> {
                                List<String> arguments = new ArrayList<>();
                                arguments.add(query);
                                arguments.add(output.toUri().toString());
                                arguments.addAll(tables);
                                List<String> command =
                                        spark.submit(
                                                Spark.local(
                                                        Runtime.getRuntime().availableProcessors()),
                                                jar,
                                                List.of(),
                                                "SparkSql",
                                                arguments.toArray(String[]::new));
                                return new TimedProcess("Spark SQL", command, spark.environment())
                                        .run(work, List.of());
                            });
                };
        return Contender.of("spark", "Spark SQL", preparation)
                .unless(workload -> Spark.hindrance());
    }
}
