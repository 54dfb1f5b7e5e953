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
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** DuckDB, by its command line or its Python module, with a statement for what SQL can say. */
public final class DuckDbContender implements Contender {

    private static final Map<Workload, String> STATEMENTS =
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

    private final String preparation;
    private final Map<Workload, String> statements;
    private @Nullable List<String> program;

    /** With statements for some workloads. */
    DuckDbContender() {
        this("", STATEMENTS);
    }

    private DuckDbContender(String preparation, Map<Workload, String> statements) {
        this.preparation = preparation;
        this.statements = statements;
    }

    /** With a query for a workload, after statements that define its tables and count as well. */
    public static DuckDbContender asking(Workload workload, String preparation, String query) {
        return new DuckDbContender(preparation, Map.of(workload, query));
    }

    @Override
    public String word() {
        return "duckdb";
    }

    @Override
    public String name() {
        return "DuckDB";
    }

    @Override
    public Optional<String> hindrance(Workload workload) throws IOException, InterruptedException {
        if (!statements.containsKey(workload)) {
            return Optional.of("it is not for SQL");
        }
        if (program == null) {
            program = find();
        }
        return program != null
                ? Optional.empty()
                : Optional.of(
                        "found no duckdb on the PATH and no module duckdb in python3;"
                                + " python3 -m venv V && V/bin/pip install duckdb, then put V/bin first on the PATH");
    }

    /** A command that runs the statement in its last argument. */
    private static @Nullable List<String> find() throws IOException, InterruptedException {
        Optional<Path> commandLine = Programs.onPath("duckdb");
        if (commandLine.isPresent()) {
            return List.of(commandLine.get().toString(), "-c");
        }
        return Programs.output("python3", "-c", "import duckdb; print(duckdb.__version__)")
                        .isPresent()
                ? List.of("python3", "-c", "import duckdb, sys; duckdb.execute(sys.argv[1])")
                : null;
    }

    @Override
    public Runner prepare(Workload workload, Path input, Path work) {
        return new Runner() {
            @Override
            public Figures run(Path output)
                    throws IOException, InterruptedException, BenchException {
                return query(workload, input, output).run(work, List.of());
            }

            @Override
            public OutputForm form() {
                return OutputForm.LINES;
            }
        };
    }

    private TimedProcess query(Workload workload, Path input, Path output) throws IOException {
        Path file = Files.createDirectories(output).resolve("part");
        String statement =
                "%sCOPY (%s) TO '%s' (HEADER false, DELIMITER '\t', QUOTE '')"
                        .formatted(
                                preparation,
                                statements
                                        .getOrDefault(workload, "")
                                        .replace("INPUT", quoted(input)),
                                quoted(file));
        List<String> command = new ArrayList<>(program == null ? List.of() : program);
        command.add(statement);
        return new TimedProcess(name(), command, Map.of());
    }

    /** A path within quotes of SQL. */
    public static String quoted(Path path) {
        return path.toString().replace("'", "''");
    }
}
