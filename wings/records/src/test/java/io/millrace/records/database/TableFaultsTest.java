package io.millrace.records.database;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.records.config.TableKeys;
import io.millrace.records.output.TableOutput;
import io.millrace.records.table.TableRecord;
import io.millrace.testing.Await;
import io.millrace.testing.Sampled;
import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.io.LongWritable;
import org.apache.hadoop.mapreduce.Job;
import org.apache.hadoop.mapreduce.Mapper;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A database that ends while a job uses it, and a job that ends while it uses a database. */
@Sampled(oneIn = 2)
class TableFaultsTest {

    private static final int ROWS = 20_000;
    private static final int FAULT_AT = 2_500;

    /** What the mappers do at a row in the middle, in this JVM. */
    private static volatile Runnable fault = () -> {};

    @TempDir private Path directory;

    @BeforeEach
    void noFault() {
        fault = () -> {};
    }

    @Test
    void aServerThatIsKilledFailsTheJobAndShowsNoneOfItsRows() throws Exception {
        TestDatabase.postgres(); // skips where no server runs
        Path data = directory.resolve("data");
        try (EmbeddedPostgres server = start(data)) {
            TestDatabase database = TestDatabase.in(server);
            numbers(database);
            fault = () -> kill(data);
            Job job = job(database, "numbers", "target");
            job.getConfiguration().setInt("mapreduce.map.maxattempts", 1);
            assertThat(job.waitForCompletion(false)).isFalse();
            assertThat(job.getStatus().getFailureInfo())
                    .containsPattern(
                            "Attempt attempt_\\S+ cannot read a row after \\d+ rows of the split '(n < 10001|10001 <= n)' from the table numbers in jdbc:postgresql:"
                                    + "|Cannot write row \\d+, or one of the 100 before it in attempt attempt_\\S+ of table target of jdbc:postgresql:"
                                    // an attempt that connects, to read or to commit, when the
                                    // server has ended
                                    + "|Cannot connect to jdbc:postgresql:"
                                    + "|Cannot read the columns of table \\w+ in jdbc:postgresql:");
        }
        Files.deleteIfExists(data.resolve("postmaster.pid"));
        try (EmbeddedPostgres server = start(data)) {
            TestDatabase database =
                    new TestDatabase(
                            "jdbc:postgresql://localhost:%d/%s"
                                    .formatted(server.getPort(), lastDatabase(server)),
                            "postgres");
            assertThat(database.rows("SELECT * FROM target")).isEmpty();
        }
    }

    @Test
    void aConnectionThatIsLostIsReplacedByAnotherAttempt() throws Exception {
        TestDatabase database = TestDatabase.postgres();
        numbers(database);
        for (String application : List.of("'attempt%'", "'attempt%_m_000001_0'")) {
            CountDownLatch once = new CountDownLatch(1);
            fault =
                    () -> {
                        if (once.getCount() > 0) {
                            once.countDown();
                            terminate(database, application);
                        }
                    };
            Job job = job(database, "numbers", "target");
            assertThat(job.waitForCompletion(false)).isTrue();
            assertThat(database.rows("SELECT count(*), sum(n) FROM target"))
                    .containsExactly("20000|200010000");
            assertThat(database.staged()).isEmpty();
            database.execute("DELETE FROM target");
        }
    }

    @Test
    void aJobThatIsKilledLeavesNoConnectionAndNoTable() throws Exception {
        TestDatabase database = TestDatabase.postgres();
        numbers(database);
        CountDownLatch reached = new CountDownLatch(1);
        CountDownLatch never = new CountDownLatch(1);
        fault =
                () -> {
                    reached.countDown();
                    try {
                        never.await();
                    } catch (InterruptedException e) {
                        Thread.currentThread().interrupt();
                    }
                };
        Job job = job(database, "numbers", "target");
        job.submit();
        assertThat(reached.await(60, TimeUnit.SECONDS)).isTrue();
        job.killJob();
        Await.until("the job has ended", job::isComplete);
        assertNothingLeft(database);
    }

    @Test
    void aKilledJobDoesNotWaitForASlowStatement() throws Exception {
        TestDatabase database = TestDatabase.postgres();
        numbers(database);
        Job job = job(database, "numbers", "target");
        Configuration conf = job.getConfiguration();
        conf.unset(TableKeys.INPUT + TableKeys.TABLE);
        conf.set(TableKeys.QUERY, "SELECT n, word FROM numbers, pg_sleep(1000)");
        conf.setInt(TableKeys.SPLITS, 1);
        job.submit();
        Await.until(
                "the statement runs",
                () ->
                        !database.rows(
                                        "SELECT pid FROM pg_stat_activity WHERE application_name LIKE 'attempt%' AND state = 'active' AND datname = current_database()")
                                .isEmpty());
        job.killJob();
        Await.until("the job has ended", job::isComplete);
        assertNothingLeft(database);
    }

    private static void assertNothingLeft(TestDatabase database) throws Exception {
        Await.until(
                "no connection is left",
                () ->
                        database.rows(
                                        "SELECT application_name FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid()")
                                .isEmpty());
        assertThat(database.staged()).isEmpty();
        assertThat(database.rows("SELECT * FROM target")).isEmpty();
    }

    private static void numbers(TestDatabase database) throws Exception {
        database.execute(
                "CREATE TABLE numbers (n int, word text)",
                "INSERT INTO numbers SELECT i, 'w' || i FROM generate_series(1, %d) AS s(i)"
                        .formatted(ROWS),
                "CREATE TABLE target (n int, word text)");
    }

    private Job job(TestDatabase database, String from, String to) throws IOException {
        Job job = TableJob.reading("millrace", true, database, from, directory);
        Configuration conf = job.getConfiguration();
        conf.setInt(TableKeys.SPLITS, 2);
        conf.set(TableKeys.SPLIT_COLUMN, "n");
        conf.setInt(TableKeys.FETCH_ROWS, 100);
        conf.setInt(TableKeys.BATCH_ROWS, 100);
        database.login(conf, TableKeys.OUTPUT);
        TableOutput.setTable(job, database.url(), to);
        job.setMapperClass(Faulty.class);
        job.setOutputKeyClass(LongWritable.class);
        job.setOutputValueClass(TableRecord.class);
        return job;
    }

    private static EmbeddedPostgres start(Path data) throws IOException {
        return EmbeddedPostgres.builder()
                .setDataDirectory(data)
                .setCleanDataDirectory(false)
                .start();
    }

    private static String lastDatabase(EmbeddedPostgres server) throws Exception {
        return new TestDatabase(
                        "jdbc:postgresql://localhost:" + server.getPort() + "/postgres", "postgres")
                .rows("SELECT datname FROM pg_database WHERE datname LIKE 'test%'")
                .get(0);
    }

    private static void kill(Path data) {
        try {
            long pid = Long.parseLong(Files.readAllLines(data.resolve("postmaster.pid")).get(0));
            ProcessHandle server = ProcessHandle.of(pid).orElseThrow();
            List<ProcessHandle> all = server.descendants().toList();
            server.destroyForcibly();
            all.forEach(ProcessHandle::destroyForcibly);
        } catch (IOException e) {
            throw new IllegalStateException(e);
        }
    }

    private static void terminate(TestDatabase database, String application) {
        try {
            database.rows(
                    "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = current_database() AND application_name LIKE "
                            + application);
        } catch (Exception e) {
            throw new IllegalStateException(e);
        }
    }

    /** Copies rows; a fault comes in the middle of the first split. */
    static final class Faulty extends Mapper<LongWritable, TableRecord, LongWritable, TableRecord> {
        @Override
        protected void map(LongWritable key, TableRecord row, Context context)
                throws IOException, InterruptedException {
            if (row.getLong(0) == FAULT_AT) {
                fault.run();
            }
            context.write(key, row);
        }
    }
}
