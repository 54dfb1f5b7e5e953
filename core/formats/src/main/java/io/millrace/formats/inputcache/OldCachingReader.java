package io.millrace.formats.inputcache;

import java.io.IOException;
import org.apache.hadoop.mapred.RecordReader;

/** An old-API reader that caches its records. */
public final class OldCachingReader implements RecordReader<Object, Object> {

    private final RecordReader<Object, Object> reader;
    private final CacheFiller filler;

    @SuppressWarnings("unchecked") // the reader and the mapper agree on the types of records
    public OldCachingReader(RecordReader<?, ?> reader, SplitCaching caching) {
        this.reader = (RecordReader<Object, Object>) reader;
        this.filler = new CacheFiller(caching);
    }

    @Override
    public boolean next(Object key, Object value) throws IOException {
        boolean more = reader.next(key, value);
        if (more) {
            add(key, value);
        } else {
            filler.end(false);
        }
        return more;
    }

    private void add(Object key, Object value) {
        try {
            filler.add(() -> key, () -> value);
        } catch (InterruptedException e) {
            throw new IllegalStateException("the cache never waits for memory", e);
        }
    }

    @Override
    public Object createKey() {
        return reader.createKey();
    }

    @Override
    public Object createValue() {
        return reader.createValue();
    }

    @Override
    public long getPos() throws IOException {
        return reader.getPos();
    }

    @Override
    public float getProgress() throws IOException {
        return reader.getProgress();
    }

    @Override
    public void close() throws IOException {
        try (filler) {
            reader.close();
        }
    }
}
