package io.millrace.formats.inputcache;

import java.io.Closeable;
import java.io.IOException;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Packs the records of a split while they are read, before the mapper, which may change them, sees
 * them. Caches them if all were read. Errors in doing so do not fail the attempt. Used by one
 * thread at a time.
 */
final class CacheFiller implements Closeable {

    private static final Logger LOG = LoggerFactory.getLogger(CacheFiller.class);

    private final SplitCaching caching;

    /** Null after the end. */
    private @Nullable RecordPacker packer;

    private @Nullable Object firstKey;
    private @Nullable Object firstValue;
    private boolean oneKey = true;
    private boolean oneValue = true;

    /** The key or value of a record, in either API. */
    interface Field {
        @Nullable Object get() throws IOException, InterruptedException;
    }

    CacheFiller(SplitCaching caching) {
        this.caching = caching;
        this.packer = caching.packer();
    }

    /** Adds a record, if the split can still be cached. */
    void add(Field key, Field value) throws InterruptedException {
        RecordPacker open = packer;
        if (open == null) {
            return;
        }
        String obstacle;
        try {
            obstacle = add(open, key.get(), value.get());
        } catch (IOException | RuntimeException e) {
            obstacle = "a record could not be serialized: " + e;
        }
        if (obstacle != null) {
            LOG.debug("A split is not cached: {}", obstacle);
            close();
        }
    }

    private @Nullable String add(RecordPacker open, @Nullable Object key, @Nullable Object value)
            throws IOException, InterruptedException {
        if (firstKey == null) {
            firstKey = key;
            firstValue = value;
        }
        oneKey &= key == firstKey;
        oneValue &= value == firstValue;
        return open.add(key, value);
    }

    /** Notes that the last record was read. */
    void end(boolean emptyAtEnd) throws IOException {
        RecordPacker open = packer;
        if (open == null) {
            return;
        }
        Object key = firstKey;
        Object value = firstValue;
        if (key != null && value != null) {
            caching.keep(
                    open,
                    key.getClass(),
                    value.getClass(),
                    new RecordTraits(
                            key.getClass().getName(),
                            value.getClass().getName(),
                            oneKey,
                            oneValue,
                            emptyAtEnd));
        }
        close();
    }

    /** Whether the reader may be called for a key after the last record. */
    boolean asksAtEnd() {
        return packer != null && caching.knowsFormat();
    }

    @Override
    public void close() {
        firstKey = null;
        firstValue = null;
        if (packer != null) {
            packer.close();
            packer = null;
        }
    }
}
