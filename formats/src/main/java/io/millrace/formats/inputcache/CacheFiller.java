package io.millrace.formats.inputcache;

import java.io.Closeable;
import java.io.IOException;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Packs the records of a split while they are read, before the mapper sees them, which may change
 * them. Keeps them if all were read. What goes wrong with that is no failure of the attempt's. Used
 * by one thread at a time.
 */
final class CacheFiller implements Closeable {

    private static final Logger LOG = LoggerFactory.getLogger(CacheFiller.class);

    private final SplitCaching caching;

    /** Null once it is over. */
    private @Nullable RecordPacker packer;

    private @Nullable Object firstKey;
    private @Nullable Object firstValue;
    private boolean oneKey = true;
    private boolean oneValue = true;

    /** What has a record. */
    interface Field {
        @Nullable Object get() throws IOException, InterruptedException;
    }

    CacheFiller(SplitCaching caching) {
        this.caching = caching;
        this.packer = caching.packer();
    }

    /** Adds a record, if records are still of interest. */
    void add(Field key, Field value) throws InterruptedException {
        RecordPacker open = packer;
        if (open == null) {
            return;
        }
        String obstacle;
        try {
            obstacle = add(open, key.get(), value.get());
        } catch (IOException | RuntimeException e) {
            obstacle = "a record cannot be written: " + e;
        }
        if (obstacle != null) {
            LOG.debug("A split is not kept: {}", obstacle);
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

    /** Says that the last record was read. */
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

    /** Whether the reader may be asked for a key behind the last record. */
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
