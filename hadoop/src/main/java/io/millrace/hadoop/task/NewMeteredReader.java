package io.millrace.hadoop.task;

import java.io.IOException;
import org.apache.hadoop.mapreduce.InputSplit;
import org.apache.hadoop.mapreduce.RecordReader;
import org.apache.hadoop.mapreduce.TaskAttemptContext;

/** A new-API record reader that is counted; asks the user's reader for progress only now and then. */
final class NewMeteredReader extends RecordReader<Object, Object> {

    private final RecordReader<Object, Object> reader;
    private final InputMeter meter;

    NewMeteredReader(RecordReader<Object, Object> reader, InputMeter meter) {
        this.reader = reader;
        this.meter = meter;
    }

    @Override
    public void initialize(InputSplit split, TaskAttemptContext context) throws IOException, InterruptedException {
        meter.before();
        reader.initialize(split, context);
        meter.after();
    }

    @Override
    public boolean nextKeyValue() throws IOException, InterruptedException {
        meter.beforeRecord();
        boolean more = reader.nextKeyValue();
        meter.after();
        if (more && meter.countRecord()) {
            meter.progress(reader.getProgress());
        } else if (!more) {
            meter.flush();
        }
        return more;
    }

    @Override
    public Object getCurrentKey() throws IOException, InterruptedException {
        return reader.getCurrentKey();
    }

    @Override
    public Object getCurrentValue() throws IOException, InterruptedException {
        return reader.getCurrentValue();
    }

    @Override
    public float getProgress() throws IOException, InterruptedException {
        return reader.getProgress();
    }

    @Override
    public void close() throws IOException {
        meter.before();
        try {
            reader.close();
            meter.after();
        } finally {
            meter.flush();
        }
    }
}
