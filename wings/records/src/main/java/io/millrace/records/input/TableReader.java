package io.millrace.records.input;

import io.millrace.records.config.RecordCounts;
import io.millrace.records.database.TableScan;
import io.millrace.records.database.TableSplit;
import io.millrace.records.table.TableRecord;
import java.io.IOException;
import org.apache.hadoop.io.LongWritable;
import org.apache.hadoop.mapreduce.InputSplit;
import org.apache.hadoop.mapreduce.RecordReader;
import org.apache.hadoop.mapreduce.TaskAttemptContext;
import org.jspecify.annotations.Nullable;

/** Reads the rows of a split. Used by one thread at a time. */
final class TableReader extends RecordReader<LongWritable, TableRecord> {

    private final LongWritable number = new LongWritable();
    private @Nullable TableScan scan;
    private @Nullable TableRecord record;

    @Override
    public void initialize(InputSplit split, TaskAttemptContext context) throws IOException {
        RecordCounts counts =
                new RecordCounts((name, amount) ->
                        context.getCounter(RecordCounts.GROUP, name).increment(amount));
        TableScan opened =
                TableScan.open(
                        context.getConfiguration(),
                        ((TableSplit) split).range(),
                        context.getTaskAttemptID().toString(),
                        counts);
        scan = opened;
        record = new TableRecord(opened.columnCount());
    }

    @Override
    public boolean nextKeyValue() throws IOException {
        boolean found = scan().next(getCurrentValue());
        number.set(scan().number());
        return found;
    }

    @Override
    public LongWritable getCurrentKey() {
        return number;
    }

    @Override
    public TableRecord getCurrentValue() {
        if (record == null) {
            throw notInitialized();
        }
        return record;
    }

    @Override
    public float getProgress() {
        return scan().progress();
    }

    private TableScan scan() {
        if (scan == null) {
            throw notInitialized();
        }
        return scan;
    }

    private static IllegalStateException notInitialized() {
        return new IllegalStateException("The reader is not initialized. Call initialize first.");
    }

    @Override
    public void close() {
        if (scan != null) {
            scan.close();
        }
    }
}
