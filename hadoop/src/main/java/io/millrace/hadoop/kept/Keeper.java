package io.millrace.hadoop.kept;

import java.io.Closeable;
import java.io.IOException;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Packs the records of a split while they are read, before the mapper sees them, which may change
 * them. Keeps them if all were read. Used by one thread at a time.
 */
final class Keeper implements Closeable {

    private static final Logger LOG = LoggerFactory.getLogger(Keeper.class);

    private final SplitKeeping keeping;

    /** Null once it is over. */
    private @Nullable RecordPacker packer;

    Keeper(SplitKeeping keeping) {
        this.keeping = keeping;
        this.packer = keeping.packer();
    }

    /** Whether records are still of interest. */
    boolean wants() {
        return packer != null;
    }

    void add(@Nullable Object key, @Nullable Object value) throws IOException {
        RecordPacker open = packer;
        if (open == null) {
            return;
        }
        try {
            String obstacle = open.add(key, value);
            if (obstacle != null) {
                LOG.debug("A split is not kept: {}", obstacle);
                close();
            }
        } catch (InterruptedException e) {
            throw new IllegalStateException("spare memory is not waited for", e);
        }
    }

    /** Says that the last record was read. */
    void end(boolean emptyAtEnd) throws IOException {
        RecordPacker open = packer;
        if (open != null) {
            keeping.keep(open, emptyAtEnd);
            close();
        }
    }

    @Override
    public void close() {
        if (packer != null) {
            packer.close();
            packer = null;
        }
    }
}
