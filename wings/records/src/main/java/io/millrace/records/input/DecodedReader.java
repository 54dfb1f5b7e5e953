package io.millrace.records.input;

import io.millrace.engine.task.Cancellation;
import io.millrace.records.config.JobSchemas;
import io.millrace.records.config.LineSettings;
import io.millrace.records.config.RecordCounts;
import io.millrace.records.config.RecordFilter;
import io.millrace.records.schema.Schema;
import io.millrace.records.text.DelimitedRecord;
import java.io.IOException;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.io.LongWritable;
import org.apache.hadoop.mapreduce.InputSplit;
import org.apache.hadoop.mapreduce.RecordReader;
import org.apache.hadoop.mapreduce.TaskAttemptContext;
import org.apache.hadoop.mapreduce.lib.input.FileSplit;
import org.apache.hadoop.mapreduce.lib.input.LineRecordReader;

/** Decodes the lines that Hadoop's reader finds. Used by one thread at a time. */
final class DecodedReader extends RecordReader<LongWritable, DelimitedRecord> {

    private final Cancellation cancellation = Cancellation.here();
    private final JobSchemas schemas;
    private LineRecordReader lines;
    private RecordFilter filter;
    private RecordCounts counts;

    @SuppressWarnings("NullAway.Init") // Hadoop calls initialize first
    DecodedReader(Configuration conf) throws IOException {
        schemas = JobSchemas.of(conf);
    }

    @Override
    public void initialize(InputSplit split, TaskAttemptContext context) throws IOException {
        FileSplit piece = (FileSplit) split;
        Configuration conf = context.getConfiguration();
        Schema schema = schemas.of(piece.getPath());
        counts =
                new RecordCounts((name, amount) ->
                        context.getCounter(RecordCounts.GROUP, name).increment(amount));
        filter = new RecordFilter(conf, schema, piece.getPath(), piece.getStart(), counts);
        lines = new LineRecordReader(LineSettings.lineDelimiter(conf, schema));
        lines.initialize(split, context);
    }

    @Override
    public boolean nextKeyValue() throws IOException {
        while (lines.nextKeyValue()) {
            cancellation.record();
            if (filter.take(lines.getCurrentKey(), lines.getCurrentValue())) {
                return true;
            }
        }
        filter.end();
        counts.report();
        return false;
    }

    @Override
    public LongWritable getCurrentKey() {
        return lines.getCurrentKey();
    }

    @Override
    public DelimitedRecord getCurrentValue() {
        return filter.record();
    }

    @Override
    public float getProgress() throws IOException {
        return lines.getProgress();
    }

    @Override
    public void close() throws IOException {
        if (lines != null) { // otherwise, initialize has failed
            counts.report();
            lines.close();
        }
    }
}
