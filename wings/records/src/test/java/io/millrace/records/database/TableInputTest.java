package io.millrace.records.database;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.millrace.records.config.JobPredicate;
import io.millrace.records.config.RecordCounter;
import io.millrace.records.config.RecordCounts;
import io.millrace.records.config.TableKeys;
import io.millrace.records.input.TableInput;
import io.millrace.records.predicate.PredicateException;
import io.millrace.records.predicate.RangePredicate;
import io.millrace.records.table.TableException;
import io.millrace.records.table.TableRecord;
import io.millrace.testing.Await;
import io.millrace.testing.Sampled;
import io.millrace.testing.Seeds;
import io.millrace.testing.Soak;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.function.Predicate;
import org.apache.hadoop.conf.ConfigRedactor;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.mapreduce.Job;
import org.apache.hadoop.security.alias.CredentialProvider;
import org.apache.hadoop.security.alias.CredentialProviderFactory;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Reading tables of both databases: splits, predicates, projection, jobs. */
@Sampled(oneIn = 3)
class TableInputTest {

    private static final int ROWS = 120;
    private static final int CODE = 10;

    @TempDir private Path directory;
    private final Random random = Seeds.random("tables");

    @Test
    void everyRowThatMatchesIsReadExactlyOnce() throws Exception {
        RandomTable table = new RandomTable(random, ROWS);
        for (TestDatabase database : TestDatabase.all(directory)) {
            table.create(database);
            for (int i = 0; i < Soak.cases(15, 3000); i++) {
                RandomTable.Pair pair = table.predicate(3);
                Configuration conf = reading(database, "random");
                JobPredicate.set(conf, pair.predicate());
                conf.setInt(TableKeys.SPLITS, 1 + random.nextInt(9));
                conf.setInt(TableKeys.FETCH_ROWS, 1 + random.nextInt(50));
                int key = random.nextInt(RandomTable.COLUMNS.size());
                if (key != 5 && key != CODE) {
                    conf.set(TableKeys.SPLIT_COLUMN, RandomTable.name(key));
                    if (random.nextBoolean()) {
                        conf.set(TableKeys.BOUNDS, "quantiles");
                    }
                }
                conf.set(TableKeys.INPUT + TableKeys.COLUMNS, "id, code");
                assertThat(read(conf))
                        .as(database + " " + pair.predicate() + " " + Seeds.line())
                        .containsExactlyInAnyOrderElementsOf(idAndCode(table, pair.twin()));
            }
        }
    }

    private static List<String> idAndCode(RandomTable table, Predicate<Object[]> twin) {
        return table.rows().stream()
                .filter(twin)
                .map(row -> row[0] + "|" + (row[CODE] == null ? "" : row[CODE]))
                .toList();
    }

    @Test
    void jobsOfBothApisAndFrameworksReadTheSameRows() throws Exception {
        for (TestDatabase database : TestDatabase.all(directory)) {
            numbers(database, 50);
            boolean isNew = random.nextBoolean();
            List<String> expected = database.rows("SELECT n, word FROM numbers ORDER BY 1");
            for (String framework : List.of("millrace", "local")) {
                Job job = TableJob.reading(framework, isNew, database, "numbers", directory);
                job.getConfiguration().setInt(TableKeys.SPLITS, 3);
                assertThat(TableJob.lines(job)).containsExactlyInAnyOrderElementsOf(expected);
                isNew = !isNew;
            }
            Job some = TableJob.reading("millrace", true, database, "numbers", directory);
            TableInput.setWhere(some, RangePredicate.parse("n >= 7 and n < 9", "test"));
            assertThat(TableJob.lines(some)).containsExactly("7|w7", "8|w8");
        }
    }

    @Test
    void theDatabaseReturnsOnlyColumnsAndRowsThatAreNeeded() throws Exception {
        for (TestDatabase database : TestDatabase.all(directory)) {
            new RandomTable(random, 1).create(database);
            Configuration conf = reading(database, "random");
            conf.set(TableKeys.INPUT + TableKeys.COLUMNS, "word, number");
            conf.set(JobPredicate.WHERE, "id > 3 and day <= 2020-01-01");
            assertThat(sql(conf))
                    .isEqualTo(
                            "SELECT \"word\", \"Number\" FROM random WHERE (\"id\" > ? AND \"day\" <= ?)");
            if (database.isPostgres()) {
                conf.set(JobPredicate.WHERE, "code = abc and (id > 3 or code = abc)");
                assertThat(sql(conf))
                        .isEqualTo("SELECT \"word\", \"Number\", \"code\", \"id\" FROM random");
            }
        }
    }

    @Test
    void rowsThatTheDatabaseCannotDropAreCounted() throws Exception {
        TestDatabase database = TestDatabase.postgres();
        database.execute(
                "CREATE TABLE codes (code char(3))",
                "INSERT INTO codes VALUES ('abc'), ('abd'), ('a'), (NULL)");
        Job job = TableJob.reading("millrace", true, database, "codes", directory);
        TableInput.setWhere(job, RangePredicate.parse("code > abc", "test"));
        assertThat(TableJob.lines(job)).containsExactly("abd");
        assertThat(
                        job.getCounters()
                                .findCounter(RecordCounts.GROUP, RecordCounter.FILTERED.toString())
                                .getValue())
                .isEqualTo(3);
    }

    @Test
    void keysThatAreNullHaveTheirOwnSplitAndSkewedKeysAreCutByQuantiles() throws Exception {
        for (TestDatabase database : TestDatabase.all(directory)) {
            database.execute(
                    "CREATE TABLE skewed (k bigint, word text)",
                    "INSERT INTO skewed SELECT CASE WHEN i = 100 THEN 1000000 ELSE i END, 'w' FROM generate_series(1, 100) AS s(i)");
            Configuration conf = reading(database, "skewed");
            conf.set(TableKeys.SPLIT_COLUMN, "K");
            conf.setInt(TableKeys.SPLITS, 4);
            assertThat(sizes(conf)).containsExactly(99, 0, 0, 1);
            conf.set(TableKeys.BOUNDS, "quantiles");
            assertThat(sizes(conf)).containsExactly(25, 25, 25, 25);
            database.execute("INSERT INTO skewed VALUES (NULL, 'x'), (NULL, 'y')");
            assertThat(sizes(conf)).containsExactly(25, 25, 25, 25, 2);
            database.execute("DELETE FROM skewed");
            assertThat(TablePlan.ranges(conf, 1)).isEmpty();
        }
    }

    @Test
    void rowsArriveAsTheyAreRead() throws Exception {
        TestDatabase database = TestDatabase.postgres();
        database.execute("CREATE SEQUENCE read");
        Configuration conf = new Configuration(false);
        database.login(conf, TableKeys.INPUT);
        conf.set(TableKeys.QUERY, "SELECT nextval('read') AS n FROM generate_series(1, 1000000)");
        conf.setInt(TableKeys.FETCH_ROWS, 10);
        TableRecord row = new TableRecord(1);
        try (TableScan scan = scan(conf, new KeyRange())) {
            for (int i = 1; i <= 25; i++) {
                assertThat(scan.next(row)).isTrue();
                assertThat(row.getInt(0)).isEqualTo(i);
            }
        }
        assertThat(database.rows("SELECT last_value FROM read")).containsExactly("30");
    }

    @Test
    void thePasswordIsFoundInACredentialProviderAndRedactedElsewhere() throws Exception {
        TestDatabase database = TestDatabase.postgres();
        numbers(database, 3);
        database.execute(
                "CREATE ROLE keeper LOGIN PASSWORD 'sesame'", "GRANT SELECT ON numbers TO keeper");
        Configuration conf = reading(database, "numbers");
        conf.set(TableKeys.INPUT + TableKeys.USER, "keeper");
        Path rules = Path.of(database.rows("SHOW hba_file").get(0));
        Files.writeString(rules, "host all keeper all scram-sha-256\n" + Files.readString(rules));
        database.rows("SELECT pg_reload_conf()");
        Await.until("the server asks for a password", () -> cannotConnect(conf));

        String key = TableKeys.INPUT + TableKeys.PASSWORD;
        conf.set(
                CredentialProviderFactory.CREDENTIAL_PROVIDER_PATH,
                "localjceks://file" + directory.resolve("keys.jceks"));
        CredentialProvider provider = CredentialProviderFactory.getProviders(conf).get(0);
        provider.createCredentialEntry(key, "sesame".toCharArray());
        provider.flush();
        assertThat(read(conf)).hasSize(3);
        assertThat(new ConfigRedactor(new Configuration()).redact(key, "sesame"))
                .isEqualTo("<redacted>");
    }

    private static boolean cannotConnect(Configuration conf) throws IOException {
        try {
            return TablePlan.ranges(conf, 1).isEmpty();
        } catch (TableException e) {
            assertThat(e)
                    .hasMessageStartingWith("Cannot connect to jdbc:postgresql:")
                    .hasMessageEndingWith("that user and password are right.");
            return true;
        }
    }

    @Test
    void mistakesNameTheKeyAndTheTable() throws Exception {
        for (TestDatabase database : TestDatabase.all(directory)) {
            numbers(database, 3);
            assertMistake(
                    database, "table.input.table", "nothing", "columns of table nothing in jdbc:");
            assertMistake(
                    database,
                    "table.input.columns",
                    "n, m",
                    "The table numbers has no single column 'm'; its columns are [n, word].");
            assertMistake(database, "table.input.splits", "0", "is 0; allowed: 1 to 10000.");
            assertMistake(database, "table.input.query", "SELECT 1", "it has both. Set either");
            assertMistake(
                    database,
                    "table.input.split.bounds",
                    "half",
                    "is 'half'; allowed for a column of the type");
            assertMistake(
                    database,
                    "table.input.driver",
                    "no.Driver",
                    "Cannot load the JDBC driver no.Driver");
            assertMistake(
                    database,
                    "table.input.url",
                    database.url() + "?user=x&password=secret",
                    "millrace.records.table.input.url contains a password");
            assertMistake(
                    database,
                    "table.input.url",
                    "jdbc:mysql://x:secret@host/d",
                    "millrace.records.table.input.url contains a password");
            assertMistake(
                    database,
                    "table.input.url",
                    database.url() + "?sslpassword=secret",
                    "millrace.records.table.input.url contains a password");
            Configuration conf = reading(database, "numbers");
            conf.set(JobPredicate.WHERE, "n = x");
            assertThatThrownBy(() -> TablePlan.ranges(conf, 2))
                    .isInstanceOf(PredicateException.class)
                    .hasMessageContaining("where:5: 'x' is not a value of column n");
        }
    }

    private static void assertMistake(
            TestDatabase database, String key, String value, String message) {
        Configuration conf = reading(database, "numbers");
        conf.set("millrace.records." + key, value);
        assertThatThrownBy(() -> TablePlan.ranges(conf, 2))
                .isInstanceOf(TableException.class)
                .hasMessageContaining(message)
                .hasMessageNotContaining("secret");
    }

    private static void numbers(TestDatabase database, int rows) throws Exception {
        database.execute(
                "CREATE TABLE numbers (n int PRIMARY KEY, word text)",
                "INSERT INTO numbers SELECT i, 'w' || i FROM generate_series(1, %d) AS s(i)"
                        .formatted(rows));
    }

    private static Configuration reading(TestDatabase database, String table) {
        Configuration conf = new Configuration(false);
        database.login(conf, TableKeys.INPUT);
        conf.set(TableKeys.INPUT + TableKeys.TABLE, table);
        return conf;
    }

    private static String sql(Configuration conf) throws Exception {
        DatabaseLogin login = DatabaseLogin.of(conf, TableKeys.INPUT);
        try (OpenConnection connection = OpenConnection.open(login, "test")) {
            TableQuery query = TableQuery.of(conf, connection);
            return query.sql(query.condition());
        }
    }

    private static List<String> read(Configuration conf) throws IOException {
        List<String> rows = new ArrayList<>();
        for (KeyRange range : TablePlan.ranges(conf, 1)) {
            rows.addAll(rows(conf, serialized(range)));
        }
        return rows;
    }

    private static List<Integer> sizes(Configuration conf) throws IOException {
        List<Integer> sizes = new ArrayList<>();
        for (KeyRange range : TablePlan.ranges(conf, 1)) {
            sizes.add(rows(conf, range).size());
        }
        return sizes;
    }

    private static List<String> rows(Configuration conf, KeyRange range) throws IOException {
        List<String> rows = new ArrayList<>();
        try (TableScan scan = scan(conf, range)) {
            TableRecord row = new TableRecord(scan.columnCount());
            while (scan.next(row)) {
                rows.add(row.toString());
                assertThat(scan.number()).isEqualTo(rows.size() - 1);
            }
        }
        return rows;
    }

    private static TableScan scan(Configuration conf, KeyRange range) throws IOException {
        return TableScan.open(conf, range, "test", new RecordCounts((name, amount) -> {}));
    }

    private static KeyRange serialized(KeyRange range) throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        range.write(new DataOutputStream(bytes));
        KeyRange copy = new KeyRange();
        copy.readFields(new DataInputStream(new ByteArrayInputStream(bytes.toByteArray())));
        assertThat(copy).hasToString(range.toString());
        return copy;
    }
}
