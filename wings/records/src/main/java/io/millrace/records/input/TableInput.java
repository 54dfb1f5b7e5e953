package io.millrace.records.input;

import io.millrace.records.config.JobPredicate;
import io.millrace.records.config.TableKeys;
import io.millrace.records.database.TablePlan;
import io.millrace.records.database.TableSplit;
import io.millrace.records.predicate.RangePredicate;
import io.millrace.records.table.TableRecord;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.io.LongWritable;
import org.apache.hadoop.mapreduce.InputFormat;
import org.apache.hadoop.mapreduce.InputSplit;
import org.apache.hadoop.mapreduce.Job;
import org.apache.hadoop.mapreduce.JobContext;
import org.apache.hadoop.mapreduce.MRJobConfig;
import org.apache.hadoop.mapreduce.RecordReader;
import org.apache.hadoop.mapreduce.TaskAttemptContext;

/**
 * Reads a table of a database, or the result of a query, over JDBC. The key of a record is its
 * number in its split, counted from 0. All records of a split are one object, which the next record
 * changes. The database returns only the columns that the job asks for, and decides as much of the
 * job's predicate as it can.
 */
public final class TableInput extends InputFormat<LongWritable, TableRecord> {

    /**
     * Sets this input format and the table that it reads.
     *
     * @param columns those of the records, in this order; none for all
     */
    public static void setTable(Job job, String url, String table, String... columns) {
        set(job, url, columns);
        job.getConfiguration().set(TableKeys.INPUT + TableKeys.TABLE, table);
    }

    /**
     * Sets this input format and the query whose result it reads.
     *
     * @param query a SELECT statement
     * @param columns those of the records, in this order; none for all
     */
    public static void setQuery(Job job, String url, String query, String... columns) {
        set(job, url, columns);
        job.getConfiguration().set(TableKeys.QUERY, query);
    }

    private static void set(Job job, String url, String... columns) {
        job.setInputFormatClass(TableInput.class);
        Configuration conf = job.getConfiguration();
        conf.set(TableKeys.INPUT + TableKeys.URL, url);
        conf.setStrings(TableKeys.INPUT + TableKeys.COLUMNS, columns);
    }

    /** Sets the predicate that records must match; others do not reach the mapper. */
    public static void setWhere(Job job, RangePredicate where) {
        JobPredicate.set(job.getConfiguration(), where);
    }

    /** Asks the database for its columns and the bounds of the key, so mistakes are found. */
    @Override
    public List<InputSplit> getSplits(JobContext job) throws IOException {
        Configuration conf = job.getConfiguration();
        List<InputSplit> splits = new ArrayList<>();
        TablePlan.ranges(conf, conf.getInt(MRJobConfig.NUM_MAPS, 1))
                .forEach(range -> splits.add(new TableSplit(range)));
        return splits;
    }

    @Override
    public RecordReader<LongWritable, TableRecord> createRecordReader(
            InputSplit split, TaskAttemptContext context) {
        return new TableReader();
    }
}
