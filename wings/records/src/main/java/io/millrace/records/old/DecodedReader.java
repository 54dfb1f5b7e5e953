package io.millrace.records.old;

import io.millrace.engine.task.Cancellation;
import io.millrace.records.config.JobSchemas;
import io.millrace.records.config.LineSettings;
import io.millrace.records.config.RecordCounts;
import io.millrace.records.config.RecordFilter;
import io.millrace.records.schema.Schema;
import io.millrace.records.text.DelimitedRecord;
import java.io.IOException;
import org.apache.hadoop.io.LongWritable;
import org.apache.hadoop.io.Text;
import org.apache.hadoop.mapred.FileSplit;
import org.apache.hadoop.mapred.JobConf;
import org.apache.hadoop.mapred.LineRecordReader;
import org.apache.hadoop.mapred.RecordReader;
import org.apache.hadoop.mapred.Reporter;

/** Decodes the lines that Hadoop's reader finds. Used by one thread at a time. */
final class DecodedReader implements RecordReader<LongWritable, DelimitedRecord> {

    private final Cancellation cancellation = Cancellation.here();
    private final LineRecordReader lines;
    private final Text line = new Text();
    private final RecordFilter filter;
    private final RecordCounts counts;

    @SuppressWarnings("NullAway") // without a delimiter, Hadoop's reader takes null
    DecodedReader(FileSplit split, JobConf conf, Reporter reporter) throws IOException {
        Schema schema = JobSchemas.of(conf).of(split.getPath());
        counts =
                new RecordCounts(
                        (name, amount) -> reporter.incrCounter(RecordCounts.GROUP, name, amount));
        filter = new RecordFilter(conf, schema, split.getPath(), split.getStart(), counts);
        lines = new LineRecordReader(conf, split, LineSettings.lineDelimiter(conf, schema));
    }

    /** Reads into the record that {@link #createValue} returned: this reader has only one. */
    @Override
    public boolean next(LongWritable key, DelimitedRecord value) throws IOException {
        while (lines.next(key, line)) {
            cancellation.record();
            if (filter.take(key, line)) {
                return true;
            }
        }
        filter.end();
        counts.report();
        return false;
    }

    @Override
    public LongWritable createKey() {
        return new LongWritable();
    }

    @Override
    public DelimitedRecord createValue() {
        return filter.record();
    }

    @Override
    public long getPos() throws IOException {
        return lines.getPos();
    }

    @Override
    public float getProgress() throws IOException {
        return lines.getProgress();
    }

    @Override
    public void close() throws IOException {
        counts.report();
        lines.close();
    }
}
