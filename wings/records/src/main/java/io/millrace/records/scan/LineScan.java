package io.millrace.records.scan;

import io.millrace.records.config.JobSchemas;
import io.millrace.records.config.LineSettings;
import io.millrace.records.config.RecordCounts;
import io.millrace.records.config.RecordFilter;
import io.millrace.records.schema.Schema;
import io.millrace.records.text.DelimitedRecord;
import java.io.IOException;
import java.util.function.ObjLongConsumer;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.io.LongWritable;
import org.apache.hadoop.io.Text;
import org.apache.hadoop.mapred.FileSplit;
import org.apache.hadoop.mapred.LineRecordReader;

/**
 * The records of a split of delimited text, decoded from the lines that Hadoop's reader finds. Used
 * by one thread at a time.
 */
public final class LineScan extends RecordScan<DelimitedRecord> {

    private final LineRecordReader lines;
    private final RecordFilter filter;
    private final LongWritable offset = new LongWritable();
    private final Text line = new Text();

    private LineScan(LineRecordReader lines, RecordFilter filter, RecordCounts counts) {
        super(counts::report);
        this.lines = lines;
        this.filter = filter;
    }

    /**
     * Opens a split.
     *
     * @param counters adds to a counter of the task, by its name
     */
    @SuppressWarnings("NullAway") // without a delimiter, Hadoop's reader takes null
    public static LineScan open(
            Path path,
            long start,
            long length,
            Configuration conf,
            ObjLongConsumer<String> counters)
            throws IOException {
        Schema schema = JobSchemas.of(conf).of(path);
        RecordCounts counts = new RecordCounts(counters::accept);
        RecordFilter filter = new RecordFilter(conf, schema, path, start, counts);
        FileSplit split = new FileSplit(path, start, length, new String[0]);
        byte[] delimiter = LineSettings.lineDelimiter(conf, schema);
        return new LineScan(new LineRecordReader(conf, split, delimiter), filter, counts);
    }

    @Override
    public DelimitedRecord record() {
        return filter.record();
    }

    /** The offset of the record's first line in the file. */
    @Override
    public long key() {
        return offset.get();
    }

    @Override
    protected boolean advance() throws IOException {
        boolean found = lines.next(offset, line);
        if (!found) {
            filter.end();
        }
        return found;
    }

    @Override
    protected boolean matches() {
        return filter.take(offset, line);
    }

    @Override
    public float progress() throws IOException {
        return lines.getProgress();
    }

    @Override
    protected void closeFile() throws IOException {
        lines.close();
    }
}
