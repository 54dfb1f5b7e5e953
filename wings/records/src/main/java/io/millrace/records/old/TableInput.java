package io.millrace.records.old;

import io.millrace.records.config.JobPredicate;
import io.millrace.records.config.RecordCounts;
import io.millrace.records.config.TableKeys;
import io.millrace.records.database.TablePlan;
import io.millrace.records.database.TableScan;
import io.millrace.records.database.TableSplit;
import io.millrace.records.predicate.RangePredicate;
import io.millrace.records.table.TableRecord;
import java.io.IOException;
import org.apache.hadoop.io.LongWritable;
import org.apache.hadoop.mapred.InputFormat;
import org.apache.hadoop.mapred.InputSplit;
import org.apache.hadoop.mapred.JobConf;
import org.apache.hadoop.mapred.RecordReader;
import org.apache.hadoop.mapred.Reporter;
import org.apache.hadoop.mapreduce.MRJobConfig;

/** {@link io.millrace.records.input.TableInput} for Hadoop's old API. */
public final class TableInput implements InputFormat<LongWritable, TableRecord> {

    /**
     * Sets this input format and the table that it reads.
     *
     * @param columns those of the records, in this order; none for all
     */
    public static void setTable(JobConf job, String url, String table, String... columns) {
        set(job, url, columns);
        job.set(TableKeys.INPUT + TableKeys.TABLE, table);
    }

    /**
     * Sets this input format and the query whose result it reads.
     *
     * @param query a SELECT statement
     * @param columns those of the records, in this order; none for all
     */
    public static void setQuery(JobConf job, String url, String query, String... columns) {
        set(job, url, columns);
        job.set(TableKeys.QUERY, query);
    }

    private static void set(JobConf job, String url, String... columns) {
        job.setInputFormat(TableInput.class);
        job.set(TableKeys.INPUT + TableKeys.URL, url);
        job.setStrings(TableKeys.INPUT + TableKeys.COLUMNS, columns);
    }

    /** Sets the predicate that records must match; others do not reach the mapper. */
    public static void setWhere(JobConf job, RangePredicate where) {
        JobPredicate.set(job, where);
    }

    /** Asks the database for its columns and the bounds of the key, so mistakes are found. */
    @Override
    public InputSplit[] getSplits(JobConf job, int count) throws IOException {
        return TablePlan.ranges(job, Math.max(1, count)).stream()
                .map(TableSplit::new)
                .toArray(InputSplit[]::new);
    }

    @Override
    public RecordReader<LongWritable, TableRecord> getRecordReader(
            InputSplit split, JobConf job, Reporter reporter) throws IOException {
        reporter.setStatus(split.toString());
        RecordCounts counts =
                new RecordCounts(
                        (name, amount) -> reporter.incrCounter(RecordCounts.GROUP, name, amount));
        return new TableReader(
                TableScan.open(
                        job,
                        ((TableSplit) split).range(),
                        job.get(MRJobConfig.TASK_ATTEMPT_ID, "outside a task"),
                        counts));
    }
}
