package io.millrace.records.database;

import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import org.apache.hadoop.mapreduce.InputSplit;

/** Some rows of a table, for both of Hadoop's APIs. */
public final class TableSplit extends InputSplit implements org.apache.hadoop.mapred.InputSplit {

    private final KeyRange range;

    /** For {@link #readFields}. */
    @SuppressWarnings("unused") // Hadoop calls it
    private TableSplit() {
        this(new KeyRange());
    }

    /** The rows of a range. */
    public TableSplit(KeyRange range) {
        this.range = range;
    }

    /** Which rows they are. */
    public KeyRange range() {
        return range;
    }

    /** Not known: databases do not tell the size of rows. */
    @Override
    public long getLength() {
        return 0;
    }

    @Override
    public String[] getLocations() {
        return new String[0];
    }

    @Override
    public void write(DataOutput out) throws IOException {
        range.write(out);
    }

    @Override
    public void readFields(DataInput in) throws IOException {
        range.readFields(in);
    }

    @Override
    public String toString() {
        return range.toString();
    }
}
