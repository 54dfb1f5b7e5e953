package io.millrace.formats.input;

import java.io.IOException;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.mapred.RecordReader;
import org.apache.hadoop.util.ReflectionUtils;

/** Records of a SequenceFile in the old API. */
final class OldSequenceReader implements RecordReader<Object, Object> {

    private final SplitSequence records;
    private final Configuration conf;

    OldSequenceReader(SplitSequence records, Configuration conf) {
        this.records = records;
        this.conf = conf;
    }

    @Override
    public boolean next(Object key, Object value) throws IOException {
        return records.next(key, value);
    }

    @Override
    public Object createKey() {
        return ReflectionUtils.newInstance(records.keyClass(), conf);
    }

    @Override
    public Object createValue() {
        return ReflectionUtils.newInstance(records.valueClass(), conf);
    }

    @Override
    public long getPos() throws IOException {
        return records.position();
    }

    @Override
    public float getProgress() throws IOException {
        return records.progress();
    }

    @Override
    public void close() throws IOException {
        records.close();
    }
}
