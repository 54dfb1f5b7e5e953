package io.millrace.engine.namespace;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import io.millrace.engine.memory.Slab;
import java.io.IOException;
import java.util.Arrays;
import java.util.zip.CRC32C;
import org.jspecify.annotations.Nullable;

/**
 * A piece of a file's bytes: in a slab, or on disk with a checksum for each {@link #PAGE_BYTES}. It
 * grows while its file is written, and may move from memory to disk but never back.
 *
 * <p>Thread-safe: one lock for each block, held while bytes are copied. A thread must not request
 * memory while it holds the lock.
 */
final class FileBlock {

    /** Size of the pages that are read from disk and checked as a whole. */
    static final int PAGE_BYTES = 16 << 10;

    /** The block's position, both in its file and in the file's spill file. */
    private final long start;

    /** Memory that all blocks of the process hold. */
    private final HeldBytes heldBytes;

    @GuardedBy("this")
    private @Nullable Slab slab;

    @GuardedBy("this")
    private int length;

    /**
     * Number of readers that use the slab itself, which stays in place as long as there are any.
     */
    @GuardedBy("this")
    private int lent;

    /** Checksums of the pages on disk; for the last page, of its bytes so far. */
    @GuardedBy("this")
    private int[] checksums = {};

    @GuardedBy("this")
    private final CRC32C lastPage = new CRC32C();

    /** A block in that slab, or on disk if it is null. */
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

    /** Bytes of memory held by the block. */
    synchronized long memoryBytes() {
        return slab == null ? 0 : slab.capacity();
    }

    /**
     * Appends as many bytes as fit its slab; returns their number, or -1 if the block is on disk.
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
     * Moves the bytes to a larger slab, which the block owns from then on. False if the block is on
     * disk or lent: the caller still owns the slab.
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
     * Moves the bytes to disk and gives back the slab; returns the slab's bytes, or 0 if the block
     * was on disk or is lent.
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

    /** Gives back the slab; bytes on disk are deleted with the file. */
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
     * Copies bytes from memory; returns their number, 0 at the block's end, or -1 if the block is
     * on disk.
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
     * Reads the page with the byte {@code at} from disk; returns its length.
     *
     * @param target array of {@link #PAGE_BYTES}
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
