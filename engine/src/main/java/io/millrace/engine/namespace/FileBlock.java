package io.millrace.engine.namespace;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import io.millrace.engine.memory.Slab;
import java.io.IOException;
import java.util.Arrays;
import java.util.zip.CRC32C;
import org.jspecify.annotations.Nullable;

/**
 * A piece of a file's bytes: in a slab, or on disk with a checksum for each {@link #PAGE_BYTES}. It
 * grows at its end while its file is written, and goes from memory to disk but never back.
 *
 * <p>Thread-safe: one lock for each block, held while bytes are copied. Nobody asks for memory
 * while holding it.
 */
final class FileBlock {

    /** What is read from disk, and checked, at once. */
    static final int PAGE_BYTES = 16 << 10;

    /** Where it begins in its file, and where it lies in the file's spill file. */
    private final long start;

    /** Memory that all blocks of the process hold. */
    private final HeldBytes heldBytes;

    @GuardedBy("this")
    private @Nullable Slab slab;

    @GuardedBy("this")
    private int length;

    /** How many readers look at the slab itself, which stays as long as any does. */
    @GuardedBy("this")
    private int lent;

    /** Of pages on disk; of the last one, what is in it so far. */
    @GuardedBy("this")
    private int[] checksums = {};

    @GuardedBy("this")
    private final CRC32C lastPage = new CRC32C();

    /** In that slab, or on disk if there is none. */
    FileBlock(long start, @Nullable Slab slab, HeldBytes heldBytes) {
        this.start = start;
        this.slab = slab;
        this.heldBytes = heldBytes;
        heldBytes.add(slab == null ? 0 : slab.capacity());
    }

    long start() {
        return start;
    }

    synchronized int length() {
        return length;
    }

    /** Bytes of memory that it holds. */
    synchronized long memoryBytes() {
        return slab == null ? 0 : slab.capacity();
    }

    /**
     * Appends what there is room for in its slab; returns how many bytes that were, or -1 if it is
     * on disk.
     */
    synchronized int append(byte[] bytes, int offset, int count) {
        if (slab == null) {
            return -1;
        }
        int room = Math.min(count, slab.capacity() - length);
        slab.copyIn(length, bytes, offset, room);
        length += room;
        return room;
    }

    /** Appends to a block on disk. */
    synchronized void append(SpillFile disk, byte[] bytes, int offset, int count)
            throws IOException {
        disk.write(start + length, bytes, offset, count);
        sum(bytes, offset, count);
    }

    /**
     * Moves the bytes to another slab that they fit in, which is the block's from now on. False if
     * the block is on disk or lent: the slab stays the caller's.
     */
    synchronized boolean moveTo(Slab other) {
        Slab old = slab;
        if (old == null || lent > 0) {
            return false;
        }
        old.copyTo(0, other, 0, length);
        slab = other;
        heldBytes.add(other.capacity());
        close(old);
        return true;
    }

    /**
     * Moves the bytes to disk and gives back the slab; returns its bytes, 0 if there was none or it
     * is lent.
     *
     * @param buffer lent
     */
    synchronized long spill(SpillFile disk, byte[] buffer) throws IOException {
        Slab old = slab;
        if (old == null || lent > 0) {
            return 0;
        }
        int filled = length;
        length = 0;
        checksums = new int[] {};
        lastPage.reset();
        try {
            while (length < filled) {
                int part = Math.min(buffer.length, filled - length);
                old.copyOut(length, buffer, 0, part);
                append(disk, buffer, 0, part);
            }
        } finally {
            length = filled;
        }
        slab = null;
        close(old);
        return old.capacity();
    }

    /** Gives back the slab; what is on disk is its file's to delete. */
    synchronized void close() {
        if (slab != null) {
            close(slab);
            slab = null;
        }
        length = 0;
    }

    private void close(Slab old) {
        heldBytes.add(-old.capacity());
        old.close();
    }

    /**
     * Lends the bytes from {@code at} on, until {@link #lendingEnds}; null if they are on disk or
     * off the heap.
     */
    synchronized @Nullable Lent lend(int at) {
        if (slab == null || !slab.onHeap()) {
            return null;
        }
        if (lent++ == 0) {
            heldBytes.addLent(slab.capacity());
        }
        return new Lent(slab.array(), at, length);
    }

    synchronized void lendingEnds() {
        if (--lent == 0 && slab != null) {
            heldBytes.addLent(-slab.capacity());
        }
    }

    /**
     * Copies bytes that are in memory; returns how many, 0 at the block's end, or -1 if they are on
     * disk.
     */
    synchronized int read(int at, byte[] target, int offset, int count) {
        if (slab == null) {
            return -1;
        }
        int part = Math.min(count, length - at);
        slab.copyOut(at, target, offset, part);
        return part;
    }

    /**
     * Reads the page that {@code at} lies in from disk; returns how many bytes it has.
     *
     * @param target of {@link #PAGE_BYTES}
     */
    synchronized int readPage(SpillFile disk, int at, byte[] target) throws IOException {
        int page = at / PAGE_BYTES;
        int begin = page * PAGE_BYTES;
        int count = Math.min(PAGE_BYTES, length - begin);
        disk.read(start + begin, target, count);
        CRC32C found = new CRC32C();
        found.update(target, 0, count);
        if ((int) found.getValue() != checksums[page]) {
            throw disk.damaged(start + begin);
        }
        return count;
    }

    @GuardedBy("this")
    private void sum(byte[] bytes, int offset, int count) {
        int done = 0;
        while (done < count) {
            int inPage = length % PAGE_BYTES;
            int part = Math.min(count - done, PAGE_BYTES - inPage);
            if (inPage == 0) {
                lastPage.reset();
                checksums = Arrays.copyOf(checksums, checksums.length + 1);
            }
            lastPage.update(bytes, offset + done, part);
            checksums[checksums.length - 1] = (int) lastPage.getValue();
            length += part;
            done += part;
        }
    }
}
