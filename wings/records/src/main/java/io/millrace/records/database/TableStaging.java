package io.millrace.records.database;

import io.millrace.records.table.TableException;
import java.io.IOException;
import java.sql.SQLException;
import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.mapreduce.JobID;
import org.apache.hadoop.mapreduce.TaskAttemptID;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The tables in which a job's rows wait until the job commits. Each attempt writes its own table,
 * in one transaction, so the table is empty unless the attempt wrote all its rows. A task commits
 * by a rename of its attempt's table, and the job in one transaction that moves the rows of all
 * tasks. Each method uses a new connection. Thread-safe.
 */
public final class TableStaging {

    private static final Logger LOG = LoggerFactory.getLogger(TableStaging.class);
    private static final int LOCK_SECONDS = 10;

    private final Configuration conf;
    private final TableTarget target;
    private final StagingNames names;
    private final JobID job;

    /**
     * The tables of a job.
     *
     * @throws TableException if its settings are wrong
     */
    public TableStaging(Configuration conf, JobID job) throws TableException {
        this.conf = conf;
        this.job = job;
        target = TableTarget.of(conf);
        names = new StagingNames(target.table(), job);
    }

    /** Checks the settings of a job, and that the table exists, before it is submitted. */
    public static void check(Configuration conf) throws IOException {
        TableTarget.of(conf).check(conf);
    }

    /** A step that a connection executes in one transaction. */
    private interface Step {
        void run(OpenConnection connection) throws SQLException, TableException;
    }

    /** Prepares the job. An earlier start of the same job leaves nothing behind. */
    public void setUpJob() throws IOException {
        transaction(
                "prepare job " + job,
                "Nothing was written.",
                connection -> {
                    dropAll(connection);
                    connection.execute(
                            "CREATE TABLE %s AS SELECT %s FROM %s WHERE 1 = 0"
                                    .formatted(
                                            names.sql(names.job()),
                                            TableTarget.list(target.columns(connection, conf)),
                                            target.table()));
                });
    }

    /**
     * A writer of an attempt's rows.
     *
     * @throws TableException if the job has ended, or the database does not answer
     */
    public StagingWriter writer(TaskAttemptID attempt) throws IOException {
        OpenConnection connection = OpenConnection.open(target.login(), attempt.toString());
        try {
            return new StagingWriter(
                    connection,
                    conf,
                    names.sql(names.job()),
                    names.sql(names.attempt(attempt)),
                    "attempt %s of table %s".formatted(attempt, target.table()));
        } catch (IOException | RuntimeException e) {
            connection.close();
            throw e;
        }
    }

    /** Whether an attempt has rows to commit. */
    public boolean needsCommit(TaskAttemptID attempt) throws IOException {
        boolean[] found = {false};
        transaction(
                "look for the rows of attempt " + attempt,
                "Nothing was changed.",
                connection ->
                        found[0] = names.existing(connection).contains(names.attempt(attempt)));
        return found[0];
    }

    /** Makes an attempt's rows those of its task. Those of an earlier attempt are dropped. */
    public void commitTask(TaskAttemptID attempt) throws IOException {
        String task = names.task(attempt.getTaskID());
        transaction(
                "commit attempt " + attempt,
                "The task's rows are not visible, and another attempt writes them again.",
                connection -> {
                    connection.execute("DROP TABLE IF EXISTS " + names.sql(task));
                    rename(connection, names.attempt(attempt), task);
                });
    }

    /** Drops what an attempt wrote. */
    public void abortTask(TaskAttemptID attempt) throws IOException {
        transaction(
                "drop the rows of attempt " + attempt,
                "They are not visible, and the end of the job drops them.",
                connection ->
                        connection.execute(
                                "DROP TABLE IF EXISTS " + names.sql(names.attempt(attempt))));
    }

    /**
     * Moves the rows of all tasks to the table, in one transaction that also drops their tables.
     *
     * @throws TableException if the job has committed already, or was aborted
     */
    public void commitJob() throws IOException {
        transaction(
                "commit job " + job,
                "No row of the job is visible, and the table is as it was. Correct the rows or the database, and run the job again.",
                "The table has all rows of the job, or, much more probably, none. If the table %s exists, it has none."
                        .formatted(names.job()),
                connection -> {
                    List<String> existing = names.existing(connection);
                    if (!existing.contains(names.job())) {
                        throw new TableException(
                                "Job %s cannot commit to table %s in %s: its staging tables do not exist, because it has committed already, or was aborted. Look for its rows in the table before you run it again."
                                        .formatted(job, target.table(), target.login()),
                                null);
                    }
                    move(connection, existing.stream().filter(names::isCommitted).toList());
                    drop(connection, names.job());
                });
        try {
            abortJob(); // what attempts left that were killed
        } catch (IOException e) {
            LOG.warn("Job {} has committed. {}", job, e.getMessage());
        }
    }

    /** Drops all tables of the job, each by itself, since a lost attempt may hold a lock on one. */
    public void abortJob() throws IOException {
        transaction(
                "drop the staging tables of job " + job,
                "Drop the tables whose names start with %s by hand.".formatted(names.job()),
                this::dropAll);
    }

    private void move(OpenConnection connection, List<String> tasks)
            throws SQLException, TableException {
        String columns = TableTarget.list(target.columns(connection, conf));
        String into = target.replaces() ? names.sql(names.replacement()) : target.table();
        if (target.replaces()) {
            connection.execute(
                    connection.dialect() == Dialect.POSTGRESQL
                            ? "CREATE TABLE %s (LIKE %s INCLUDING ALL)"
                                    .formatted(into, target.table())
                            : "CREATE TABLE %s AS SELECT * FROM %s WHERE 1 = 0"
                                    .formatted(into, target.table()));
        }
        for (String task : tasks) {
            connection.execute(
                    "INSERT INTO %s (%s) SELECT %s FROM %s"
                            .formatted(into, columns, columns, names.sql(task)));
            drop(connection, task);
        }
        if (target.replaces()) {
            replace(connection, into);
        }
    }

    private void replace(OpenConnection connection, String replacement) throws SQLException {
        boolean hasIndexes = connection.dialect() == Dialect.POSTGRESQL;
        IndexNames indexes =
                hasIndexes ? IndexNames.of(connection, target.table()) : new IndexNames(List.of());
        connection.execute("DROP TABLE " + target.table());
        connection.execute(
                "ALTER TABLE %s RENAME TO %s"
                        .formatted(replacement, TableName.parse(target.table()).last()));
        if (hasIndexes) {
            indexes.give(connection, target.table());
        }
    }

    private void dropAll(OpenConnection connection) throws SQLException {
        if (connection.dialect() == Dialect.POSTGRESQL) {
            connection.execute("SET lock_timeout = '%ds'".formatted(LOCK_SECONDS));
            connection.commit();
        }
        SQLException failure = null;
        for (String name : names.existing(connection)) {
            try {
                drop(connection, name);
                connection.commit();
            } catch (SQLException e) {
                failure = e;
                connection.jdbc().rollback();
            }
        }
        if (failure != null) {
            throw failure;
        }
    }

    private void drop(OpenConnection connection, String name) throws SQLException {
        connection.execute("DROP TABLE IF EXISTS " + names.sql(name));
    }

    private void rename(OpenConnection connection, String from, String to) throws SQLException {
        connection.execute("ALTER TABLE %s RENAME TO \"%s\"".formatted(names.sql(from), to));
    }

    private void transaction(String what, String consequence, Step step) throws IOException {
        transaction(what, consequence, consequence, step);
    }

    /**
     * Executes a step and commits.
     *
     * @param undone the consequence of a failure before the commit, or of a refused one
     * @param unknown the consequence of a commit without an answer
     */
    private void transaction(String what, String undone, String unknown, Step step)
            throws IOException {
        boolean isRun = false;
        try (OpenConnection connection = OpenConnection.open(target.login(), "millrace " + job)) {
            step.run(connection);
            isRun = true;
            connection.commit();
        } catch (SQLException e) {
            throw new TableException(
                    "Cannot %s for table %s in %s: %s %s"
                            .formatted(
                                    what,
                                    target.table(),
                                    target.login(),
                                    Sentence.of(e),
                                    isRun && !isRefusal(e) ? unknown : undone),
                    e);
        }
    }

    /** Whether the database refused a commit, such as for a constraint, so that nothing changed. */
    private static boolean isRefusal(SQLException failure) {
        String state = failure.getSQLState();
        return state == null
                ? String.valueOf(failure.getMessage()).contains("onstraint") // DuckDB
                : state.startsWith("23") || state.startsWith("40");
    }
}
