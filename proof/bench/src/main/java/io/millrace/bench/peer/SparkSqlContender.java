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
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Spark SQL in one process, with one query over text. */
public final class SparkSqlContender implements Contender {

    private static final String PROGRAM = "SparkSql";

    private final Path home;
    private final String query;
    private final List<String> tables;
    private @Nullable Spark spark;

    /**
     * Asks {@code query}.
     *
     * @param tables for each table its name, its columns as SQL defines them, and the path of its
     *     text, in one list
     */
    public SparkSqlContender(Path home, String query, List<String> tables) {
        this.home = home;
        this.query = query;
        this.tables = List.copyOf(tables);
    }

    @Override
    public String word() {
        return "spark";
    }

    @Override
    public String name() {
        return "Spark SQL";
    }

    @Override
    public Optional<String> hindrance(Workload workload) throws IOException, InterruptedException {
        if (spark == null) {
            spark = Spark.find().orElse(null);
        }
        return spark != null ? Optional.empty() : Optional.of(Spark.ABSENT);
    }

    @Override
    public Runner prepare(Workload workload, Path input, Path work)
            throws IOException, BenchException {
        Spark found = Objects.requireNonNull(spark, "no hindrance, and yet no Spark");
        Path jar = found.jar(home, work);
        return new Runner() {
            @Override
            public Figures run(Path output)
                    throws IOException, InterruptedException, BenchException {
                List<String> arguments = new ArrayList<>();
                arguments.add(query);
                arguments.add(output.toUri().toString());
                arguments.addAll(tables);
                List<String> command =
                        found.submit(
                                Runtime.getRuntime().availableProcessors(),
                                jar,
                                List.of(),
                                PROGRAM,
                                arguments.toArray(String[]::new));
                return new TimedProcess(name(), command, found.environment()).run(work, List.of());
            }

            @Override
            public OutputForm form() {
                return OutputForm.LINES;
            }
        };
    }
}
