package io.millrace.formats.inputcache;

import java.io.IOException;
import org.apache.hadoop.mapreduce.InputSplit;
import org.apache.hadoop.mapreduce.RecordReader;
import org.apache.hadoop.mapreduce.TaskAttemptContext;

/** A new-API reader that caches its records. */
public final class NewCachingReader extends RecordReader<Object, Object> {

    private final RecordReader<Object, Object> reader;
    private final CacheFiller filler;

    @SuppressWarnings("unchecked") // the reader and the mapper agree on the types of records
    public NewCachingReader(RecordReader<?, ?> reader, SplitCaching caching) {
        this.reader = (RecordReader<Object, Object>) reader;
        this.filler = new CacheFiller(caching);
    }

    @Override
    public void initialize(InputSplit split, TaskAttemptContext context)
            throws IOException, InterruptedException {
        reader.initialize(split, context);
    }

    @Override
    public boolean nextKeyValue() throws IOException, InterruptedException {
        boolean more = reader.nextKeyValue();
        if (more) {
            filler.add(reader::getCurrentKey, reader::getCurrentValue);
        } else {
            filler.end(filler.asksAtEnd() && reader.getCurrentKey() == null);
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
        try (filler) {
            reader.close();
        }
    }
}
