package io.millrace.records.old;

import io.millrace.records.database.TableScan;
import io.millrace.records.table.TableRecord;
import java.io.IOException;
import org.apache.hadoop.io.LongWritable;
import org.apache.hadoop.mapred.RecordReader;

/** Reads the rows of a split. Used by one thread at a time. */
final class TableReader implements RecordReader<LongWritable, TableRecord> {

    private final TableScan scan;

    TableReader(TableScan scan) {
        this.scan = scan;
    }

    @Override
    public boolean next(LongWritable key, TableRecord value) throws IOException {
        boolean found = scan.next(value);
        key.set(scan.number());
        return found;
    }

    @Override
    public LongWritable createKey() {
        return new LongWritable();
    }

    @Override
    public TableRecord createValue() {
        return new TableRecord(scan.columnCount());
    }

    /** The number of rows that were read. */
    @Override
    public long getPos() {
        return scan.number() + 1;
    }

    @Override
    public float getProgress() {
        return scan.progress();
    }

    @Override
    public void close() {
        scan.close();
    }
}
