package io.millrace.records.database;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.millrace.records.config.JobPredicate;
import io.millrace.records.config.RecordCounts;
import io.millrace.records.config.TableKeys;
import io.millrace.records.predicate.Comparison;
import io.millrace.records.predicate.PredicateException;
import io.millrace.records.predicate.RangePredicate;
import io.millrace.records.table.TableException;
import io.millrace.records.table.TableRecord;
import io.millrace.testing.Sampled;
import io.millrace.testing.Seeds;
import io.millrace.testing.Soak;
import java.io.IOException;
import java.math.BigDecimal;
import java.nio.file.Path;
import java.sql.Connection;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.mapreduce.JobID;
import org.apache.hadoop.mapreduce.TaskAttemptID;
import org.apache.hadoop.mapreduce.TaskID;
import org.apache.hadoop.mapreduce.TaskType;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * All types of both databases: predicates, days of the Julian calendar, values without a Java type.
 */
@Sampled(oneIn = 3)
@Tag("jdk")
class TableTypesTest {

    private static final String NONE = "00000000-0000-0000-0000-000000000000";

    @TempDir private Path directory;
    private final Random random = Seeds.random("types");
    private final List<Connection> open = new ArrayList<>();

    @AfterEach
    void close() throws Exception {
        for (Connection each : open) {
            each.close();
        }
    }

    /** All databases, which stay open: DuckDB takes long to open a file for the first time. */
    private List<TestDatabase> databases() throws Exception {
        List<TestDatabase> all = TestDatabase.all(directory);
        for (TestDatabase each : all) {
            open.add(each.connect());
        }
        return all;
    }

    @Test
    void aTypeWithAnOrderIsComparedAsItsDatabaseDoes() throws Exception {
        for (TestDatabase database : databases()) {
            int table = 0;
            for (Map.Entry<String, List<String>> type : TypeSamples.of(database).entrySet()) {
                String name = "samples" + table++;
                create(database, name, type.getKey(), type.getValue());
                for (String value : type.getValue()) {
                    for (Comparison comparison : comparisons()) {
                        compare(database, name, type.getKey(), comparison, value);
                    }
                }
            }
        }
    }

    /** All in long runs, and otherwise two: a sample. */
    private List<Comparison> comparisons() {
        List<Comparison> all = new ArrayList<>(List.of(Comparison.values()));
        Collections.shuffle(all, random);
        return all.subList(0, Soak.cases(2, all.size()));
    }

    private static void compare(
            TestDatabase database, String table, String type, Comparison comparison, String value)
            throws Exception {
        List<String> expected =
                database.rows(
                        "SELECT id FROM %s WHERE v %s %s ORDER BY id"
                                .formatted(table, symbol(comparison), literal(type, value)));
        RangePredicate pushed = RangePredicate.of("v", comparison, value);
        RangePredicate tested = pushed.or(RangePredicate.of("none", Comparison.EQUAL, NONE));
        for (RangePredicate each : List.of(pushed, tested)) {
            assertThat(ids(database, table, each))
                    .as(database.url() + " " + type + ": " + each + " " + Seeds.line())
                    .isEqualTo(expected);
        }
    }

    @Test
    void noOtherTypeOfADatabaseHasAnOrder() throws Exception {
        for (TestDatabase database : databases()) {
            database.execute("CREATE TYPE mood AS ENUM ('sad', 'ok', 'happy')");
            List<String> ordered = new ArrayList<>();
            for (String type : types(database)) {
                Configuration conf =
                        querying(database, "SELECT CAST(NULL AS " + sql(type) + ") AS v");
                JobPredicate.set(conf, RangePredicate.of("v", Comparison.LESS, "1"));
                try {
                    rows(conf, new KeyRange());
                    ordered.add(type);
                } catch (PredicateException e) {
                    if (!e.getMessage().contains("The reader cannot compare column v with <")
                            && !e.getMessage().contains("bytes cannot be compared")) {
                        ordered.add(type); // '1' is not one of its values
                    }
                } catch (TableException e) {
                    assertThat(e).hasMessageContaining("Cannot read the columns");
                }
            }
            List<String> sampled = new ArrayList<>(TypeSamples.of(database).keySet());
            assertThat(ordered).isNotEmpty().isSubsetOf(sampled);
        }
    }

    @Test
    void valuesOfATypeWithoutAnOrderCanBeEqual() throws Exception {
        TestDatabase database = TestDatabase.postgres();
        database.execute(
                "CREATE TABLE hosts (id int, none uuid, v inet)",
                "INSERT INTO hosts VALUES (0, NULL, '10.0.0.9'), (1, NULL, '10.0.0.10')");
        assertThat(ids(database, "hosts", RangePredicate.of("v", Comparison.EQUAL, "10.0.0.10")))
                .containsExactly("1");
        assertThatThrownBy(() -> ids(database, "hosts", RangePredicate.parse("v > 10.0.0.9", "t")))
                .isInstanceOf(PredicateException.class)
                .hasMessageContaining("column v with >: it has the type inet");
    }

    @Test
    void sumsOfIntegersAreComparedAsNumbers() throws Exception {
        TestDatabase database = TestDatabase.duckdb(directory);
        String sums =
                "SELECT k, sum(v) AS total FROM (VALUES ('a', 100), ('b', 30), ('c', 5)) t(k, v) GROUP BY k";
        Configuration conf = querying(database, sums);
        for (String predicate : List.of("total > 20", "total > 20.5", "total >= 29.99")) {
            conf.set(JobPredicate.WHERE, predicate);
            assertThat(read(conf)).containsExactlyInAnyOrder("a|100", "b|30");
        }
    }

    @Test
    void decimalsOfMoreDigitsThanTheColumnAreComparedExactly() throws Exception {
        for (TestDatabase database : databases()) {
            Configuration conf =
                    querying(database, "SELECT CAST(1.123 AS DECIMAL(12,3)) AS v, 1 AS one");
            Map<String, Boolean> predicates =
                    Map.of(
                            "v = 1.1230",
                            true,
                            "v = 1.1234",
                            false,
                            "v < 1.1234",
                            true,
                            "v >= 1.1229999999999999999999999999999999999999999999",
                            true,
                            "v > 1.1230000000000000000000000000000000000000000001",
                            false,
                            "v < 1" + "0".repeat(60),
                            true);
            for (Map.Entry<String, Boolean> each : predicates.entrySet()) {
                conf.set(JobPredicate.WHERE, each.getKey());
                assertThat(read(conf)).as(each.getKey()).hasSize(each.getValue() ? 1 : 0);
            }
        }
    }

    @Test
    void aNumericThatIsNanMatchesNothingWhereverItIsCompared() throws Exception {
        TestDatabase database = TestDatabase.postgres();
        create(database, "odd", "numeric", List.of("NaN", "Infinity", "-Infinity", "7"));
        Map<String, List<String>> predicates =
                Map.of(
                        "v > 5", List.of("1", "3"),
                        "v >= 5", List.of("1", "3"),
                        "v != 5", List.of("1", "2", "3"),
                        "v < 5", List.of("2"),
                        "v <= 7", List.of("2", "3"),
                        "v = 7", List.of("3"));
        for (Map.Entry<String, List<String>> each : predicates.entrySet()) {
            RangePredicate pushed = RangePredicate.parse(each.getKey(), "test");
            RangePredicate tested = pushed.or(RangePredicate.of("none", Comparison.EQUAL, NONE));
            assertThat(ids(database, "odd", pushed)).as(each.getKey()).isEqualTo(each.getValue());
            assertThat(ids(database, "odd", tested)).as(each.getKey()).isEqualTo(each.getValue());
        }
    }

    @Test
    void aValueThatJavaCannotHoldNamesItsColumnAndWhatToDo() throws Exception {
        for (TestDatabase database : databases()) {
            for (String type : List.of("date", "timestamp", "timestamptz", "numeric")) {
                boolean isNumber = type.equals("numeric");
                if (isNumber && !database.isPostgres()) {
                    continue;
                }
                for (String value : List.of(isNumber ? "NaN" : "infinity", "-infinity")) {
                    Configuration conf =
                            querying(
                                    database,
                                    "SELECT CAST('" + value + "' AS " + type + ") AS odd");
                    assertThatThrownBy(() -> read(conf))
                            .isInstanceOf(TableException.class)
                            .hasMessageStartingWith("Column odd is " + value + " in row 1 of")
                            .hasMessageContaining("CAST(\"odd\" AS VARCHAR)")
                            .hasMessageContaining(JobPredicate.WHERE);
                }
            }
        }
        Configuration seconds =
                querying(
                        TestDatabase.duckdb(directory),
                        "SELECT CAST('infinity' AS TIMESTAMP_S) AS odd");
        assertThatThrownBy(() -> read(seconds))
                .isInstanceOf(TableException.class)
                .hasMessageStartingWith("Column odd has a value in row 1 of");
    }

    @Test
    void aKeyWithInfiniteValuesIsCutIntoPartsWithEachRowOnce() throws Exception {
        for (TestDatabase database : databases()) {
            database.execute(
                    "CREATE TABLE ends (k date, id int)",
                    "INSERT INTO ends SELECT DATE '2020-01-01' + CAST(i AS INTEGER), i FROM generate_series(1, 97) AS s(i)",
                    "INSERT INTO ends VALUES ('infinity', 98), ('-infinity', 99), ('infinity', 100)");
            Configuration conf = querying(database, "SELECT * FROM ends");
            conf.set(TableKeys.SPLIT_COLUMN, "k");
            conf.set(TableKeys.INPUT + TableKeys.COLUMNS, "id");
            conf.setInt(TableKeys.SPLITS, 4);
            assertThat(TablePlan.ranges(conf, 1)).hasSize(4);
            assertThat(read(conf)).hasSize(100).doesNotHaveDuplicates();
            conf.set(TableKeys.QUERY, "SELECT * FROM ends WHERE id >= 98");
            assertThat(read(conf)).hasSize(3).doesNotHaveDuplicates();
        }
    }

    @Test
    void daysThatTheJulianCalendarSkipsAreReadAndWrittenUnchanged() throws Exception {
        for (TestDatabase database : databases()) {
            database.execute(
                    "CREATE TABLE days (day date, time timestamp, moment timestamptz)",
                    "CREATE TABLE copy (day date, time timestamp, moment timestamptz)");
            List<String> rows = new ArrayList<>();
            for (int i = 0; i < 30; i++) {
                rows.add(
                        "('%1$s', '%1$s 12:00:00.000001', '%1$s 12:00:00.000001+00')"
                                .formatted(LocalDate.of(1582, 9, 30).plusDays(i)));
            }
            database.execute("INSERT INTO days VALUES " + String.join(", ", rows));
            Configuration conf = querying(database, "SELECT * FROM days");
            for (String key : List.of("day", "time", "moment")) {
                conf.set(TableKeys.SPLIT_COLUMN, key);
                conf.setInt(TableKeys.SPLITS, 7);
                assertThat(records(conf))
                        .hasSize(30)
                        .allSatisfy(row -> {
                            LocalDate day = (LocalDate) row.get(0);
                            LocalDateTime time = day.atTime(12, 0).plusNanos(1000);
                            assertThat(day)
                                    .isBetween(
                                            LocalDate.of(1582, 9, 30), LocalDate.of(1582, 10, 29));
                            assertThat(row.get(1)).isEqualTo(time);
                            assertThat(row.get(2)).isEqualTo(time);
                        });
            }
            write(database, "copy", records(conf));
            assertThat(database.rows("(SELECT * FROM days) EXCEPT (SELECT * FROM copy)")).isEmpty();
            assertThat(database.rows("SELECT count(*) FROM copy")).containsExactly("30");
        }
    }

    @Test
    void integersOfOver64BitsAndDaysOfFarYearsAreCopiedUnchanged() throws Exception {
        TestDatabase database = TestDatabase.duckdb(directory);
        database.execute(
                "CREATE TABLE far (a HUGEINT, b UBIGINT, c BIGNUM, d DECIMAL(38,3), day date)",
                "INSERT INTO far VALUES (170141183460469231731687303715884105727, 18446744073709551615, '123456789012345678901234567890123456789012345', -1.5, '0044-03-15 (BC)'), (-170141183460469231731687303715884105727, 0, -5, NULL, '12026-02-28')",
                "CREATE TABLE copy AS FROM far LIMIT 0");
        List<TableRecord> rows = records(querying(database, "SELECT * FROM far"));
        assertThat(rows.get(0).getDecimal(0))
                .isEqualTo(new BigDecimal("170141183460469231731687303715884105727"));
        write(database, "copy", rows);
        assertThat(database.rows("(SELECT * FROM far) EXCEPT (SELECT * FROM copy)")).isEmpty();
        assertThat(database.rows("SELECT count(a), count(c), count(day) FROM copy"))
                .containsExactly("2|2|2");
    }

    private static void write(TestDatabase database, String table, List<TableRecord> rows)
            throws IOException {
        Configuration conf = new Configuration(false);
        database.login(conf, TableKeys.OUTPUT);
        conf.set(TableKeys.OUTPUT + TableKeys.TABLE, table);
        JobID job = new JobID("test", 1);
        TaskAttemptID attempt = new TaskAttemptID(new TaskID(job, TaskType.MAP, 0), 0);
        TableStaging staging = new TableStaging(conf, job);
        staging.setUpJob();
        StagingWriter writer = staging.writer(attempt);
        for (TableRecord row : rows) {
            writer.write(row);
        }
        writer.close();
        staging.commitTask(attempt);
        staging.commitJob();
    }

    private static void create(TestDatabase database, String name, String type, List<String> values)
            throws Exception {
        String length =
                type.equals("bpchar")
                        ? "char(3)"
                        : type.equals("DECIMAL") ? "DECIMAL(38,3)" : sql(type);
        database.execute("CREATE TABLE %s (id int, none uuid, v %s)".formatted(name, length));
        int id = 0;
        for (String value : values) {
            database.execute(
                    "INSERT INTO %s VALUES (%d, NULL, %s)"
                            .formatted(name, id++, literal(type, value)));
        }
        database.execute("INSERT INTO %s VALUES (%d, NULL, NULL)".formatted(name, id));
    }

    private static String literal(String type, String value) {
        String zone = type.equals("timestamptz") || type.endsWith("ZONE") ? "+00" : "";
        String scale = type.equals("DECIMAL") ? "(38,3)" : "";
        return "CAST('%s%s' AS %s%s)".formatted(value, zone, sql(type), scale);
    }

    /** Quotes PostgreSQL's "char", which is not char. */
    private static String sql(String type) {
        return type.equals("char") ? "\"char\"" : type;
    }

    private static String symbol(Comparison comparison) {
        return comparison == Comparison.NOT_EQUAL ? "<>" : comparison.toString();
    }

    private static List<String> types(TestDatabase database) throws Exception {
        return database.rows(
                database.isPostgres()
                        ? "SELECT typname FROM pg_type WHERE typtype IN ('b', 'e', 'r') AND typcategory <> 'A' AND oid <> 'xml'::regtype"
                        : "SELECT DISTINCT logical_type FROM duckdb_types()");
    }

    private static Configuration querying(TestDatabase database, String query) {
        Configuration conf = new Configuration(false);
        database.login(conf, TableKeys.INPUT);
        conf.set(TableKeys.QUERY, query);
        return conf;
    }

    private static List<String> ids(TestDatabase database, String table, RangePredicate where)
            throws IOException {
        Configuration conf = querying(database, "SELECT * FROM " + table);
        conf.set(TableKeys.INPUT + TableKeys.COLUMNS, "id");
        JobPredicate.set(conf, where);
        return rows(conf, new KeyRange()).stream().map(TableRecord::toString).sorted().toList();
    }

    private static List<String> read(Configuration conf) throws IOException {
        return records(conf).stream().map(TableRecord::toString).toList();
    }

    private static List<TableRecord> records(Configuration conf) throws IOException {
        List<TableRecord> rows = new ArrayList<>();
        for (KeyRange range : TablePlan.ranges(conf, 1)) {
            rows.addAll(rows(conf, range));
        }
        return rows;
    }

    private static List<TableRecord> rows(Configuration conf, KeyRange range) throws IOException {
        List<TableRecord> rows = new ArrayList<>();
        try (TableScan scan =
                TableScan.open(conf, range, "test", new RecordCounts((name, amount) -> {}))) {
            TableRecord row = new TableRecord(scan.columnCount());
            while (scan.next(row)) {
                rows.add(row);
                row = new TableRecord(scan.columnCount());
            }
        }
        return rows;
    }
}
