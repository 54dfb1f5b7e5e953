package io.millrace.formats.input;

import io.millrace.formats.meter.FileMeter;
import java.io.IOException;
import org.apache.hadoop.io.SequenceFile;
import org.jspecify.annotations.Nullable;

/** Records that Hadoop's own reader reads: those of compressed files and of old file versions. */
final class HadoopsRecords implements SequenceRecords {

    private final SequenceFile.Reader reader;
    private final FileMeter meter;

    HadoopsRecords(SequenceFile.Reader reader, FileMeter meter) {
        this.reader = reader;
        this.meter = meter;
    }

    @Override
    public Class<?> keyClass() {
        return reader.getKeyClass();
    }

    @Override
    public Class<?> valueClass() {
        return reader.getValueClass();
    }

    @Override
    public long position() throws IOException {
        return reader.getPosition();
    }

    @Override
    public boolean markSeen() {
        return reader.syncSeen();
    }

    @Override
    public @Nullable Object nextKey(@Nullable Object reuse) throws IOException {
        meter.begin();
        Object key = reader.next(reuse);
        meter.end();
        return key;
    }

    @Override
    public Object value(@Nullable Object reuse) throws IOException {
        meter.begin();
        Object value = reader.getCurrentValue(reuse);
        meter.end();
        return value;
    }

    @Override
    public void close() throws IOException {
        reader.close();
    }
}
