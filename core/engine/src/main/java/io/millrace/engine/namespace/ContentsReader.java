package io.millrace.engine.namespace;

import java.io.Closeable;
import java.io.IOException;
import java.lang.ref.Cleaner;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/**
 * Reads a file at any position. A deleted file stays until its readers are closed or
 * garbage-collected. Used by one thread at a time.
 */
public final class ContentsReader implements Closeable {

    private static final Cleaner FORGOTTEN = Cleaner.create();

    private final Contents contents;
    private final Hold hold;
    private final Cleaner.Cleanable forgotten;
    private @Nullable FileBlock block;
    private long blockEnd;
    private @Nullable SpillFile disk;

    /** A page from disk, its position in the file, and its length. */
    private byte @Nullable [] page;

    private long pageStart;
    private int pageLength;

    ContentsReader(Contents contents) {
        this.contents = contents;
        this.hold = new Hold(contents);
        this.forgotten = FORGOTTEN.register(this, hold);
    }

    /** The resources of a reader, released once. Must not reference the reader. */
    private static final class Hold implements Runnable {

        private final Contents contents;
        private final AtomicReference<@Nullable FileBlock> lent = new AtomicReference<>();
        private final AtomicBoolean over = new AtomicBoolean();

        Hold(Contents contents) {
            this.contents = contents;
        }

        void lendingEnds() {
            FileBlock block = lent.getAndSet(null);
            if (block != null) {
                block.lendingEnds();
            }
        }

        @Override
        public void run() {
            lendingEnds();
            if (over.compareAndSet(false, true)) {
                contents.readerClosed();
            }
        }
    }

    /** Bytes that can be read now. */
    public long length() {
        return contents.length();
    }

    /** Reads up to {@code count} bytes, at least one; -1 at the file's end. */
    public int read(long position, byte[] target, int offset, int count) throws IOException {
        if (count == 0) {
            return 0;
        }
        long left = contents.length() - position;
        if (left <= 0) {
            return -1;
        }
        int wanted = (int) Math.min(count, left);
        int copied = fromPage(position, target, offset, wanted);
        if (copied > 0) {
            return copied;
        }
        FileBlock at = blockOf(position);
        int inBlock = (int) (position - at.start());
        copied = at.read(inBlock, target, offset, wanted);
        if (copied >= 0) {
            return copied;
        }
        readPage(at, inBlock);
        return fromPage(position, target, offset, wanted);
    }

    /**
     * Lends the bytes from {@code position} to the end of their block, in place. The loan ends with
     * the next call or {@link #close}.
     *
     * @return null at the file's end, and for bytes on disk or off the heap, which must be read
     *     instead
     */
    public @Nullable Lent lend(long position) {
        hold.lendingEnds();
        long left = contents.length() - position;
        if (left <= 0) {
            return null;
        }
        FileBlock at = blockOf(position);
        Lent lent = at.lend((int) (position - at.start()));
        if (lent == null) {
            return null;
        }
        hold.lent.set(at);
        int end = (int) Math.min(lent.end(), lent.at() + left);
        return new Lent(lent.bytes(), lent.at(), end);
    }

    private FileBlock blockOf(long position) {
        FileBlock known = block;
        if (known == null || position < known.start() || position >= blockEnd) {
            known = contents.blockAt(position);
            block = known;
        }
        blockEnd = known.start() + known.length();
        return known;
    }

    private int fromPage(long position, byte[] target, int offset, int count) {
        byte[] read = page;
        long from = position - pageStart;
        if (read == null || from < 0 || from >= pageLength) {
            return 0;
        }
        int copied = (int) Math.min(count, pageLength - from);
        System.arraycopy(read, (int) from, target, offset, copied);
        return copied;
    }

    private void readPage(FileBlock from, int at) throws IOException {
        if (disk == null) {
            disk = SpillFile.forReading(contents.spillPath());
        }
        if (page == null) {
            page = new byte[FileBlock.PAGE_BYTES];
        }
        pageLength = 0;
        pageLength = from.readPage(disk, at, page);
        pageStart = from.start() + (at - at % FileBlock.PAGE_BYTES);
    }

    @Override
    public void close() throws IOException {
        if (disk != null) {
            disk.close();
        }
        forgotten.clean();
    }
}
