package io.millrace.records.database;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.millrace.records.config.TableKeys;
import io.millrace.records.output.TableOutput;
import io.millrace.records.table.TableException;
import io.millrace.records.table.TableRecord;
import io.millrace.testing.Sampled;
import io.millrace.testing.Seeds;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.io.LongWritable;
import org.apache.hadoop.mapred.JobConf;
import org.apache.hadoop.mapreduce.Job;
import org.apache.hadoop.mapreduce.JobID;
import org.apache.hadoop.mapreduce.Mapper;
import org.apache.hadoop.mapreduce.Reducer;
import org.apache.hadoop.mapreduce.TaskAttemptID;
import org.apache.hadoop.mapreduce.TaskID;
import org.apache.hadoop.mapreduce.TaskType;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Writing tables of both databases: jobs, commits, retries, mistakes. */
@Sampled(oneIn = 2)
class TableOutputTest {

    @TempDir private Path directory;
    private final Random random = Seeds.random("table output");

    @Test
    void jobsOfBothApisAndFrameworksWriteEachRowOnce() throws Exception {
        RandomTable table = new RandomTable(random, 60);
        for (TestDatabase database : TestDatabase.all(directory)) {
            table.create(database);
            boolean isNew = random.nextBoolean();
            for (String framework : List.of("millrace", "local")) {
                String copy = "copy_" + framework;
                database.execute("CREATE TABLE " + copy + " AS SELECT * FROM random WHERE 1 = 0");
                succeed(copying(framework, isNew, database, "random", copy));
                assertThat(sorted(database, copy)).isEqualTo(sorted(database, "random"));
                isNew = !isNew;
            }
            assertThat(database.staged()).isEmpty();
        }
    }

    @Test
    void attemptsThatFailAreRetriedWithoutDoubleRows() throws Exception {
        for (TestDatabase database : TestDatabase.all(directory)) {
            numbers(database, "source", 40);
            numbers(database, "target", 3);
            Job job = copying("millrace", true, database, "source", "target");
            job.setMapperClass(FailingOnce.class);
            job.getConfiguration().setInt(TableKeys.BATCH_ROWS, 2);
            job.getConfiguration().setInt("mapreduce.map.maxattempts", 2);
            succeed(job);
            assertThat(database.rows("SELECT count(*), sum(n) FROM target"))
                    .containsExactly("43|826");
            assertThat(database.staged()).isEmpty();
        }
    }

    @Test
    void reducersWriteAndJobsThatFailLeaveTheTableAsItWas() throws Exception {
        for (TestDatabase database : TestDatabase.all(directory)) {
            numbers(database, "source", 40);
            database.execute("CREATE TABLE sums (word text, sum bigint)");
            Job job = copying("millrace", true, database, "source", "sums");
            reduced(job);
            succeed(job);
            assertThat(database.rows("SELECT * FROM sums ORDER BY word"))
                    .containsExactly("0|420", "1|400");
            Job failing = copying("millrace", true, database, "source", "sums");
            reduced(failing);
            failing.setReducerClass(FailingReducer.class);
            assertThat(failing.waitForCompletion(false)).isFalse();
            assertThat(database.rows("SELECT count(*) FROM sums")).containsExactly("2");
            assertThat(database.staged()).isEmpty();
        }
    }

    private static void reduced(Job job) {
        job.setMapperClass(Parities.class);
        job.setReducerClass(Sums.class);
        job.setNumReduceTasks(2);
        job.setMapOutputKeyClass(LongWritable.class);
        job.setMapOutputValueClass(TableRecord.class);
        job.getConfiguration().setInt("mapreduce.reduce.maxattempts", 1);
    }

    @Test
    void aTableIsReplacedAtOnce() throws Exception {
        for (TestDatabase database : TestDatabase.all(directory)) {
            numbers(database, "source", 5);
            boolean hasKey = database.isPostgres();
            database.execute(
                    "CREATE TABLE \"Target\" (n int%s, word text)"
                            .formatted(hasKey ? " PRIMARY KEY" : ""),
                    "INSERT INTO \"Target\" VALUES (100, 'old')");
            Job job = copying("millrace", true, database, "source", "\"Target\"");
            job.getConfiguration().set(TableKeys.MODE, "replace");
            succeed(job);
            assertThat(database.rows("SELECT n FROM \"Target\" ORDER BY n"))
                    .containsExactly("1", "2", "3", "4", "5");
            assertThat(database.staged()).isEmpty();
            if (hasKey) {
                assertThatThrownBy(() -> database.execute("INSERT INTO \"Target\" VALUES (1, 'x')"))
                        .hasMessageContaining("duplicate key");
            } else {
                database.execute("CREATE INDEX words ON \"Target\" (word)");
                Job indexed = copying("millrace", true, database, "source", "\"Target\"");
                indexed.getConfiguration().set(TableKeys.MODE, "replace");
                assertThatThrownBy(() -> indexed.waitForCompletion(false))
                        .hasMessageContaining("has constraints or indexes");
            }
        }
    }

    @Test
    void aReplacedTableKeepsTheNamesOfItsIndexesAndConstraints() throws Exception {
        TestDatabase database = TestDatabase.postgres();
        numbers(database, "source", 5);
        database.execute(
                "CREATE SCHEMA \"My shop\"",
                "CREATE TABLE \"My shop\".target (n int CONSTRAINT main_key PRIMARY KEY, word text CONSTRAINT short CHECK (length(word) < 9), CONSTRAINT both_of UNIQUE (word, n))",
                "CREATE INDEX \"by Word\" ON \"My shop\".target (word)",
                "CREATE INDEX large_n ON \"My shop\".target (word) WHERE n > 3",
                "CREATE INDEX twin ON \"My shop\".target (word)");
        String names =
                "SELECT indexname, replace(indexdef, indexname, '') FROM pg_indexes WHERE tablename = 'target' UNION ALL SELECT conname, contype::text FROM pg_constraint WHERE conrelid = '\"My shop\".target'::regclass ORDER BY 1, 2";
        List<String> before = database.rows(names);
        Job job = copying("millrace", true, database, "source", "\"My shop\".target");
        job.getConfiguration().set(TableKeys.MODE, "replace");
        succeed(job);
        assertThat(database.rows("SELECT n FROM \"My shop\".target ORDER BY n")).hasSize(5);
        assertThat(database.rows(names)).isEqualTo(before).hasSize(8);
    }

    @Test
    void aRefusedRowIsNotSaidToBeVisiblePerhaps() throws Exception {
        for (TestDatabase database : TestDatabase.all(directory)) {
            List<String> tables = new ArrayList<>(List.of("n int PRIMARY KEY, word text"));
            if (database.isPostgres()) {
                tables.add("n int UNIQUE DEFERRABLE INITIALLY DEFERRED, word text");
            }
            for (String columns : tables) {
                database.execute(
                        "DROP TABLE IF EXISTS keyed",
                        "CREATE TABLE keyed (" + columns + ")",
                        "INSERT INTO keyed VALUES (1, 'old')");
                JobID job = new JobID("test", 9);
                TableStaging staging = new TableStaging(writing(database, "keyed"), job);
                staging.setUpJob();
                write(staging, attempt(job, 0, 0), 1);
                staging.commitTask(attempt(job, 0, 0));
                assertThatThrownBy(staging::commitJob)
                        .isInstanceOf(TableException.class)
                        .hasMessageContaining("uplicate key")
                        .hasMessageContaining(
                                "No row of the job is visible, and the table is as it was.")
                        .hasMessageNotContaining("probably");
                staging.abortJob();
                assertThat(database.rows("SELECT word FROM keyed")).containsExactly("old");
            }
        }
    }

    @Test
    void commitsCanBeRepeatedOrAreRefused() throws Exception {
        for (TestDatabase database : TestDatabase.all(directory)) {
            database.execute("CREATE TABLE target (n int, word text)");
            Configuration conf = writing(database, "target");
            JobID job = new JobID("test", 7);
            TableStaging staging = new TableStaging(conf, job);
            assertThatThrownBy(() -> staging.writer(attempt(job, 0, 0)))
                    .isInstanceOf(TableException.class);
            staging.setUpJob();
            write(staging, attempt(job, 0, 0), 1);
            write(staging, attempt(job, 0, 1), 2); // speculative
            write(staging, attempt(job, 1, 0), 3);
            write(staging, attempt(job, 10, 0), 4); // left behind
            assertThat(staging.needsCommit(attempt(job, 0, 0))).isTrue();
            staging.commitTask(attempt(job, 0, 0));
            staging.commitTask(attempt(job, 0, 1)); // as after a lost answer
            staging.commitTask(attempt(job, 1, 0));
            staging.abortTask(attempt(job, 0, 0));
            assertThat(database.rows("SELECT n FROM target")).isEmpty();
            staging.commitJob();
            assertThat(database.rows("SELECT n FROM target ORDER BY n")).containsExactly("2", "3");
            assertThat(database.staged()).isEmpty();
            assertThatThrownBy(staging::commitJob)
                    .isInstanceOf(TableException.class)
                    .hasMessageContaining("because it has committed already, or was aborted");
            staging.setUpJob();
            write(staging, attempt(job, 0, 0), 5);
            staging.commitTask(attempt(job, 0, 0));
            staging.setUpJob(); // starts again: what was committed before is dropped
            staging.commitJob();
            assertThat(database.rows("SELECT n FROM target ORDER BY n")).containsExactly("2", "3");
        }
    }

    @Test
    void aJobWhoseRowsBreakAConstraintWritesNothing() throws Exception {
        for (TestDatabase database : TestDatabase.all(directory)) {
            numbers(database, "source", 40);
            database.execute(
                    "CREATE TABLE target (n int PRIMARY KEY, word text)",
                    "INSERT INTO target VALUES (40, 'mine')");
            Job job = copying("millrace", true, database, "source", "target");
            assertThat(job.waitForCompletion(false)).isFalse();
            assertThat(job.getStatus().getFailureInfo())
                    .contains("table target")
                    .contains("uplicate");
            assertThat(database.rows("SELECT * FROM target")).containsExactly("40|mine");
            assertThat(database.staged()).isEmpty();
        }
    }

    @Test
    void mistakesFailTheSubmissionOrNameTheRow() throws Exception {
        for (TestDatabase database : TestDatabase.all(directory)) {
            numbers(database, "source", 4);
            Job missing = copying("millrace", true, database, "source", "nothing");
            assertThatThrownBy(() -> missing.waitForCompletion(false))
                    .isInstanceOf(TableException.class)
                    .hasMessageContaining("Cannot read the columns of table nothing");
            Job mode = copying("millrace", true, database, "source", "source");
            mode.getConfiguration().set(TableKeys.MODE, "upsert");
            assertThatThrownBy(() -> mode.waitForCompletion(false))
                    .hasMessageContaining("is 'upsert'; allowed: append, replace.");
            Configuration conf = writing(database, "source");
            JobID job = new JobID("mistakes", 1);
            TableStaging staging = new TableStaging(conf, job);
            staging.setUpJob();
            StagingWriter writer = staging.writer(attempt(job, 0, 0));
            TableRecord text = new TableRecord(2);
            text.setText(0, "x");
            assertThatThrownBy(() -> writer.write(text))
                    .hasMessageContaining(
                            "Column n in row 1 of attempt attempt_mistakes_0001_m_000000_0")
                    .hasMessageContaining("cannot have a value of String");
            assertThatThrownBy(() -> writer.write(new TableRecord(3)))
                    .hasMessageContaining(
                            "has 3 fields, but the job writes the 2 columns [n, word]");
            assertThatThrownBy(writer::close)
                    .hasMessageContaining("are dropped, because one of them was not written");
            assertThat(database.rows("SELECT count(*) FROM source")).containsExactly("4");
            staging.abortJob();
            assertThat(database.staged()).isEmpty();
            JobConf old = TableJob.conf("millrace", directory);
            old.setOutputFormat(io.millrace.records.old.TableOutput.class);
            assertThatThrownBy(() ->
                            new io.millrace.records.old.TableOutput().checkOutputSpecs(null, old))
                    .hasMessageContaining("The job writes a table, but its committer is");
        }
    }

    /** The rows of a table by their ids. DuckDB itself confuses the two zeros of small numbers. */
    private static List<String> sorted(TestDatabase database, String table) throws Exception {
        return database.rows("SELECT * FROM " + table + " ORDER BY id").stream()
                .map(row -> row.replaceAll("(?<=\\|)-0\\.0(?=\\|)", "0.0"))
                .toList();
    }

    private static void succeed(Job job) throws Exception {
        boolean succeeded = job.waitForCompletion(false);
        assertThat(succeeded).as(job.getStatus().getFailureInfo()).isTrue();
    }

    private static void numbers(TestDatabase database, String table, int rows) throws Exception {
        database.execute(
                "CREATE TABLE %s (n int, word text)".formatted(table),
                "INSERT INTO %s SELECT i, 'w' || i FROM generate_series(1, %d) AS s(i)"
                        .formatted(table, rows));
    }

    private static void write(TableStaging staging, TaskAttemptID attempt, long n)
            throws IOException {
        StagingWriter writer = staging.writer(attempt);
        TableRecord row = new TableRecord(2);
        row.setLong(0, n);
        writer.write(row);
        writer.close();
    }

    private static TaskAttemptID attempt(JobID job, int task, int attempt) {
        return new TaskAttemptID(new TaskID(job, TaskType.MAP, task), attempt);
    }

    private static Configuration writing(TestDatabase database, String table) {
        Configuration conf = new Configuration(false);
        database.login(conf, TableKeys.OUTPUT);
        conf.set(TableKeys.OUTPUT + TableKeys.TABLE, table);
        return conf;
    }

    /** A job that copies a table. */
    private Job copying(
            String framework, boolean isNew, TestDatabase database, String from, String to)
            throws IOException {
        Job job = TableJob.reading(framework, isNew, database, from, directory);
        Configuration conf = job.getConfiguration();
        conf.setInt(TableKeys.SPLITS, 3);
        conf.set(TableKeys.SPLIT_COLUMN, from.equals("random") ? "id" : "n");
        conf.setInt("mapreduce.map.maxattempts", 1);
        database.login(conf, TableKeys.OUTPUT);
        if (isNew) {
            TableOutput.setTable(job, database.url(), to);
            job.setMapperClass(Mapper.class);
        } else {
            JobConf old = new JobConf(conf);
            io.millrace.records.old.TableOutput.setTable(old, database.url(), to);
            old.setMapperClass(org.apache.hadoop.mapred.lib.IdentityMapper.class);
            job = Job.getInstance(old);
        }
        job.setOutputKeyClass(LongWritable.class);
        job.setOutputValueClass(TableRecord.class);
        return job;
    }

    /** Fails in the first attempt of each task, after some rows. */
    static final class FailingOnce
            extends Mapper<LongWritable, TableRecord, LongWritable, TableRecord> {
        @Override
        protected void map(LongWritable key, TableRecord row, Context context)
                throws IOException, InterruptedException {
            context.write(key, row);
            if (key.get() == 5 && context.getTaskAttemptID().getId() == 0) {
                throw new IOException("fails once");
            }
        }
    }

    /** Rows by whether their number is odd. */
    static final class Parities
            extends Mapper<LongWritable, TableRecord, LongWritable, TableRecord> {
        @Override
        protected void map(LongWritable key, TableRecord row, Context context)
                throws IOException, InterruptedException {
            context.write(new LongWritable(row.getLong(0) % 2), row);
        }
    }

    /** Sums of numbers. */
    static final class Sums extends Reducer<LongWritable, TableRecord, LongWritable, TableRecord> {
        @Override
        protected void reduce(LongWritable key, Iterable<TableRecord> rows, Context context)
                throws IOException, InterruptedException {
            long sum = 0;
            for (TableRecord row : rows) {
                sum += row.getInt(0);
            }
            TableRecord result = new TableRecord(2);
            result.setText(0, key.toString());
            result.setLong(1, sum);
            context.write(key, result);
        }
    }

    /** Fails for the second key, after the first was written. */
    static final class FailingReducer
            extends Reducer<LongWritable, TableRecord, LongWritable, TableRecord> {
        @Override
        protected void reduce(LongWritable key, Iterable<TableRecord> rows, Context context)
                throws IOException, InterruptedException {
            TableRecord result = new TableRecord(2);
            result.setText(0, "wrong");
            context.write(key, result);
            if (key.get() == 1) {
                throw new IOException("fails");
            }
        }
    }
}
