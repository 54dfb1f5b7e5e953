package io.millrace.bench.contender;

import io.millrace.bench.job.OutputForm;
import io.millrace.measure.process.TimedProcess;
import io.millrace.workloads.Workload;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** DuckDB, by its command line or its Python module, with a statement for what SQL can say. */
public final class DuckDb {

    static final Map<Workload, String> STATEMENTS =
            Map.of(
                    Workload.WORD_COUNT,
                    """
                    SELECT word, count(*) FROM (
                      SELECT unnest(string_split(line, ' ')) AS word
                      FROM read_csv('INPUT', header = false, delim = '\\t', quote = '', escape = '',
                        columns = {'line': 'VARCHAR'}))
                    WHERE word <> '' GROUP BY word
                    """,
                    Workload.AGGREGATION,
                    """
                    SELECT sourceIP, sum(adRevenue)
                    FROM read_csv('INPUT', header = false, delim = '|', quote = '', escape = '',
                      columns = {'sourceIP': 'VARCHAR', 'destURL': 'VARCHAR', 'visitDate': 'VARCHAR',
                        'adRevenue': 'DOUBLE', 'userAgent': 'VARCHAR', 'countryCode': 'VARCHAR',
                        'languageCode': 'VARCHAR', 'searchWord': 'VARCHAR', 'duration': 'INTEGER'})
                    GROUP BY sourceIP
                    """);

    private static final String TITLE = "DuckDB";

    private DuckDb() {}

    /**
     * With statements for some workloads.
     *
     * @param preparation statements that define tables and count as well
     */
    public static Contender contender(String preparation, Map<Workload, String> statements) {
        Contender.Preparation ready =
                (workload, input, work) -> {
                    List<String> program = program();
                    String statement =
                            statements.getOrDefault(workload, "").replace("INPUT", quoted(input));
                    return new Runner(
                            OutputForm.LINES,
                            output -> {
                                Path file = Files.createDirectories(output).resolve("part");
                                List<String> command = new ArrayList<>(program);
                                command.add(
                                        "%sCOPY (%s) TO '%s' (HEADER false, DELIMITER '\t', QUOTE '')"
                                                .formatted(preparation, statement, quoted(file)));
                                return new TimedProcess(TITLE, command, Map.of())
                                        .run(work, List.of());
                            });
                };
        return Contender.of("duckdb", TITLE, ready)
                .unless(workload -> hindrance(statements.containsKey(workload)));
    }

    private static Optional<String> hindrance(boolean known)
            throws IOException, InterruptedException {
        if (!known) {
            return Optional.of("it is not for SQL");
        }
        return program().isEmpty()
                ? Optional.of(
                        "found no duckdb on the PATH and no module duckdb in python3;"
                                + " python3 -m venv V && V/bin/pip install duckdb, then put V/bin first on the PATH")
                : Optional.empty();
    }

    /** A command that runs the statement in its last argument; empty if there is none. */
    private static List<String> program() throws IOException, InterruptedException {
        Optional<Path> commandLine = Programs.onPath("duckdb");
        if (commandLine.isPresent()) {
            return List.of(commandLine.get().toString(), "-c");
        }
        return Programs.output("python3", "-c", "import duckdb; print(duckdb.__version__)")
                        .isPresent()
                ? List.of("python3", "-c", "import duckdb, sys; duckdb.execute(sys.argv[1])")
                : List.of();
    }

    /** A path within quotes of SQL. */
    public static String quoted(Path path) {
        return path.toString().replace("'", "''");
    }
}
