package io.millrace.engine.namespace;

import io.millrace.engine.memory.MemoryBudget;
import java.io.Closeable;
import java.io.IOException;
import org.jspecify.annotations.Nullable;

/**
 * Appends to a file. The first block starts small and grows, so that small files take little
 * memory. When memory runs out, blocks are written to disk. Used by one thread at a time.
 */
public final class ContentsWriter implements Closeable {

    /** Initial size of the first block: fits most bookkeeping files of jobs. */
    private static final int FIRST_BYTES = 4 * 1024 - 32;

    /** After this many bytes on disk, memory is requested again. */
    private static final int DISK_BLOCK_BYTES = 1 << 20;

    private final Contents contents;
    private final ContentsStore store;
    private @Nullable FileBlock block;
    private @Nullable SpillFile disk;
    private int slabBytes;
    private boolean closed;

    ContentsWriter(Contents contents, ContentsStore store) {
        this.contents = contents;
        this.store = store;
    }

    /** Appends bytes, which are then visible to readers. */
    public void write(byte[] bytes, int offset, int count) throws IOException {
        int done = 0;
        while (done < count) {
            int part = append(bytes, offset + done, count - done);
            contents.appended(part);
            done += part;
        }
    }

    private int append(byte[] bytes, int offset, int count) throws IOException {
        FileBlock last = block == null ? nextBlock() : block;
        int part = last.append(bytes, offset, count);
        if (part == 0) {
            last = grown(last) ? last : nextBlock();
            part = last.append(bytes, offset, count);
        }
        if (part < 0) {
            if (last.length() >= DISK_BLOCK_BYTES) {
                nextBlock();
                return 0;
            }
            part = Math.min(count, DISK_BLOCK_BYTES - last.length());
            last.append(disk(), bytes, offset, part);
        }
        return part;
    }

    /** Starts a block of the usual size, or a small one at the start of the file. */
    private FileBlock nextBlock() throws IOException {
        int usual = store.slabBytes();
        slabBytes = contents.length() == 0 ? Math.min(FIRST_BYTES, usual) : usual;
        FileBlock next = store.newBlock(contents.length(), slabBytes);
        contents.add(next);
        block = next;
        return next;
    }

    private boolean grown(FileBlock full) {
        int twice = Math.min(MemoryBudget.twice(slabBytes), store.slabBytes());
        if (twice <= slabBytes || !store.moved(full, twice)) {
            return false;
        }
        slabBytes = twice;
        return true;
    }

    private SpillFile disk() throws IOException {
        if (disk == null) {
            disk = contents.openSpill();
        }
        return disk;
    }

    /** Ends the file, and moves a last block that is mostly empty to a smaller slab. */
    @Override
    public void close() throws IOException {
        if (closed) {
            return;
        }
        closed = true;
        try {
            if (disk != null) {
                disk.close();
            }
            trim();
        } finally {
            contents.writerClosed();
        }
    }

    private void trim() {
        FileBlock last = block;
        if (last == null) {
            return;
        }
        int filled = last.length();
        int wanted = slabBytes;
        while (wanted > FIRST_BYTES && halfOf(wanted) >= filled) {
            wanted = halfOf(wanted);
        }
        if (wanted < slabBytes) {
            store.moved(last, wanted);
        }
    }

    private static int halfOf(int bytes) {
        return MemoryBudget.half(bytes);
    }
}
