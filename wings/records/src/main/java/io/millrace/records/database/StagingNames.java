package io.millrace.records.database;

import java.sql.DatabaseMetaData;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.regex.Pattern;
import org.apache.hadoop.mapreduce.JobID;
import org.apache.hadoop.mapreduce.TaskAttemptID;
import org.apache.hadoop.mapreduce.TaskID;
import org.apache.hadoop.mapreduce.TaskType;

/**
 * The names of a job's tables beside the table that it writes. All start with the same prefix and
 * the job's id.
 */
final class StagingNames {

    private static final String PREFIX = "millrace_";

    /** Any job's: a cluster's or a process's id, and the number of the job in it. */
    private static final Pattern STAGING =
            Pattern.compile(PREFIX + "\\w*\\d{6,}_\\d{4,}(_[mr]_\\d{6,}(_\\d+)?|_new)?");

    private final TableName target;
    private final String job;
    private final Pattern committed;
    private final Pattern any;

    StagingNames(String table, JobID id) {
        target = TableName.parse(table);
        // PostgreSQL cuts names of more than 63 bytes.
        job =
                PREFIX
                        + id.getJtIdentifier().toLowerCase(Locale.ROOT).replaceAll("\\W", "_")
                        + "_%04d".formatted(id.getId());
        committed = Pattern.compile(job + "_[mr]_[0-9]+");
        any = Pattern.compile(job + "(_[mr]_[0-9]+(_[0-9]+)?|_new)?");
    }

    /** Whether a table has this name while a job that has not committed writes its rows. */
    static boolean isStaging(String table) {
        return STAGING.matcher(TableName.parse(table).last().replace("\"", "").strip()).matches();
    }

    /**
     * An empty table with the columns that the job writes; exists from setup to commit or abort.
     */
    String job() {
        return job;
    }

    /** The rows of a committed task. */
    String task(TaskID id) {
        return "%s_%s_%06d"
                .formatted(job, id.getTaskType() == TaskType.REDUCE ? "r" : "m", id.getId());
    }

    /** The rows of an attempt that wrote them all. */
    String attempt(TaskAttemptID id) {
        return task(id.getTaskID()) + "_" + id.getId();
    }

    /** The table that replaces the target. */
    String replacement() {
        return job + "_new";
    }

    /** A name as SQL has it. */
    String sql(String name) {
        return target.beside(name);
    }

    boolean isCommitted(String name) {
        return committed.matcher(name).matches();
    }

    /** The job's tables in the database, in order. */
    List<String> existing(OpenConnection connection) throws SQLException {
        List<String> names = new ArrayList<>();
        DatabaseMetaData database = connection.jdbc().getMetaData();
        try (ResultSet tables =
                database.getTables(null, target.schema(database), PREFIX + "%", null)) {
            while (tables.next()) {
                String name = tables.getString("TABLE_NAME");
                if (any.matcher(name).matches()) { // drivers also return indexes
                    names.add(name);
                }
            }
        }
        return names.stream().distinct().sorted().toList();
    }
}
