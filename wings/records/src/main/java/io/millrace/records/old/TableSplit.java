package io.millrace.records.old;

import io.millrace.records.database.KeyRange;
import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import org.apache.hadoop.mapred.InputSplit;

/** Some rows of a table. */
final class TableSplit implements InputSplit {

    private final KeyRange range;

    /** For {@link #readFields}. */
    @SuppressWarnings("unused") // Hadoop calls it
    private TableSplit() {
        this(new KeyRange());
    }

    TableSplit(KeyRange range) {
        this.range = range;
    }

    KeyRange range() {
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
