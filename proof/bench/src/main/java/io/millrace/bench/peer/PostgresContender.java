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

/**
 * A PostgreSQL server that runs already, with one query on tables that are loaded, indexed and
 * analyzed before, untimed. Its processor time and memory are not measured.
 */
public final class PostgresContender implements Contender {

    /** The variable with the database, in a form that psql takes. */
    public static final String VARIABLE = "MILLRACE_BENCH_POSTGRES";

    private final String database = Optional.ofNullable(System.getenv(VARIABLE)).orElse("");
    private final String preparation;
    private final String query;

    /** Asks {@code query}, after {@code preparation}, which is not timed. */
    public PostgresContender(String preparation, String query) {
        this.preparation = preparation;
        this.query = query.replace('\n', ' ').strip();
    }

    @Override
    public String word() {
        return "postgresql";
    }

    @Override
    public String name() {
        return "PostgreSQL";
    }

    @Override
    public Optional<String> hindrance(Workload workload) {
        if (Programs.onPath("psql").isEmpty()) {
            return Optional.of("found no psql on the PATH");
        }
        return database.isEmpty()
                ? Optional.of(
                        VARIABLE
                                + " is not set; set it to a database for psql, such as"
                                + " postgresql://user@localhost/bench")
                : Optional.empty();
    }

    @Override
    public Runner prepare(Workload workload, Path input, Path work)
            throws IOException, InterruptedException, BenchException {
        psql(preparation).run(work, List.of());
        return new Runner() {
            @Override
            public Figures run(Path output)
                    throws IOException, InterruptedException, BenchException {
                Path file = Files.createDirectories(output).resolve("part");
                Figures all =
                        psql("\\copy (%s) TO '%s'".formatted(query, DuckDbContender.quoted(file)))
                                .run(work, List.of());
                return Figures.old(all.seconds(), null, null, null);
            }

            @Override
            public OutputForm form() {
                return OutputForm.LINES;
            }
        };
    }

    private TimedProcess psql(String script) throws IOException {
        Path file = Files.createTempFile("millrace-psql", ".sql");
        Files.writeString(file, script + "\n");
        file.toFile().deleteOnExit();
        return new TimedProcess(
                name(),
                List.of(
                        "psql",
                        "-X",
                        "-q",
                        "-v",
                        "ON_ERROR_STOP=1",
                        "-d",
                        database,
                        "-f",
                        file.toString()),
                Map.of());
    }
}
