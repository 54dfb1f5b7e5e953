package io.millrace.bench.contender;

import io.millrace.bench.job.OutputForm;
import io.millrace.measure.Figures;
import io.millrace.measure.process.TimedProcess;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * A PostgreSQL server that runs already, with one query on tables that are loaded, indexed and
 * analyzed before, untimed. Its processor time and memory are not measured.
 */
public final class Postgres {

    /** The variable with the database, in a form that psql takes. */
    public static final String VARIABLE = "MILLRACE_BENCH_POSTGRES";

    private Postgres() {}

    /** Asks {@code query}, after {@code preparation}, which is not timed. */
    public static Contender contender(String preparation, String query) {
        String database = Optional.ofNullable(System.getenv(VARIABLE)).orElse("");
        Contender.Preparation ready =
                (workload, input, work) -> {
                    psql(database, preparation).run(work, List.of());
                    return new Runner(
                            OutputForm.LINES,
                            output -> {
                                Path file = Files.createDirectories(output).resolve("part");
                                String copy =
                                        "\\copy (%s) TO '%s'"
                                                .formatted(
                                                        query.replace('\n', ' ').strip(),
                                                        DuckDb.quoted(file));
                                Figures all = psql(database, copy).run(work, List.of());
                                return Figures.of(Figures.SECONDS, all.seconds());
                            });
                };
        return Contender.of("postgresql", "PostgreSQL", ready)
                .unless(workload -> hindrance(database));
    }

    private static Optional<String> hindrance(String database) {
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

    private static TimedProcess psql(String database, String script) throws IOException {
        Path file = Files.createTempFile("millrace-psql", ".sql");
        Files.writeString(file, script + "\n");
        file.toFile().deleteOnExit();
        List<String> command = new ArrayList<>(List.of("psql", "-X", "-q"));
        command.addAll(List.of("-v", "ON_ERROR_STOP=1", "-d", database, "-f", file.toString()));
        return new TimedProcess("PostgreSQL", command, Map.of());
    }
}
