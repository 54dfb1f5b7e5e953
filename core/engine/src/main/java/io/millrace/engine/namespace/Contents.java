package io.millrace.engine.namespace;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The bytes of a file. One writer appends; any number of readers read the appended bytes. They stay
 * until the file is deleted and the last reader is closed. Thread-safe.
 */
public final class Contents {

    private static final System.Logger LOG = System.getLogger("io.millrace.engine");

    private final ContentsStore store;
    private final long id;

    @GuardedBy("this")
    private final List<FileBlock> blocks = new ArrayList<>();

    @GuardedBy("this")
    private @Nullable Path spilled;

    @GuardedBy("this")
    private int readers;

    @GuardedBy("this")
    private boolean written;

    @GuardedBy("this")
    private boolean deleted;

    private volatile long length;
    private volatile long lastUse;
    private volatile long modifiedMillis = System.currentTimeMillis();

    Contents(ContentsStore store) {
        this.store = store;
        id = store.tick();
        used();
    }

    /**
     * Identifies the file among all files of the process, past and present. Contents only grow, so
     * the id and a length together identify the bytes.
     */
    public long id() {
        return id;
    }

    /** Bytes that are visible to readers now. */
    public long length() {
        return length;
    }

    /** Time of the last change, in milliseconds since the epoch. */
    long modifiedMillis() {
        return modifiedMillis;
    }

    void setModifiedMillis(long millis) {
        modifiedMillis = millis;
    }

    /** Bytes that are in memory now. */
    synchronized long memoryBytes() {
        return blocks.stream().mapToLong(FileBlock::memoryBytes).sum();
    }

    /** Opens the only writer, which appends. */
    public ContentsWriter write() throws IOException {
        synchronized (this) {
            checkThere();
            if (written) {
                throw new IOException("the file is being written; wait until its writer is closed");
            }
            written = true;
        }
        return new ContentsWriter(this, store);
    }

    /** Opens a reader; the caller closes it. */
    public ContentsReader read() throws IOException {
        synchronized (this) {
            checkThere();
            readers++;
        }
        used();
        return new ContentsReader(this);
    }

    /** Records that the file was removed from its tree. */
    void delete() {
        boolean last;
        synchronized (this) {
            deleted = true;
            last = readers == 0;
        }
        if (last) {
            close();
        }
    }

    void readerClosed() {
        boolean last;
        synchronized (this) {
            readers--;
            last = deleted && readers == 0;
        }
        if (last) {
            close();
        }
    }

    synchronized void writerClosed() {
        written = false;
        modifiedMillis = System.currentTimeMillis();
        used();
    }

    /** Whether the file is being written now. */
    public synchronized boolean beingWritten() {
        return written;
    }

    /** Time of the last use, in ticks of the store. */
    long lastUse() {
        return lastUse;
    }

    private void used() {
        lastUse = store.tick();
    }

    /** Adds an empty block at the end. */
    synchronized void add(FileBlock block) throws IOException {
        if (gone()) {
            block.close();
        }
        checkThere();
        blocks.add(block);
        used();
    }

    /** Makes bytes appended to the last block visible to readers. */
    synchronized void appended(int bytes) throws IOException {
        checkThere();
        length += bytes;
    }

    /** The block with the byte at {@code position}, which must exist. */
    synchronized FileBlock blockAt(long position) {
        int low = 0;
        int high = blocks.size() - 1;
        while (low < high) {
            int middle = (low + high + 1) >>> 1;
            if (blocks.get(middle).start() <= position) {
                low = middle;
            } else {
                high = middle - 1;
            }
        }
        return blocks.get(low);
    }

    private synchronized boolean gone() {
        return deleted && readers == 0;
    }

    private void checkThere() throws FileNotFoundException {
        if (gone()) {
            throw new FileNotFoundException("the file was deleted");
        }
    }

    /** The spill file; created at the first call. */
    synchronized Path spillPath() throws IOException {
        checkThere();
        if (spilled == null) {
            spilled = store.newSpillFile();
        }
        return spilled;
    }

    /**
     * Opens the spill file.
     *
     * @throws FileNotFoundException if the contents were deleted
     */
    SpillFile openSpill() throws IOException {
        Path path = spillPath();
        SpillFile disk = SpillFile.forWriting(path);
        if (gone()) { // deleted meanwhile, and perhaps created again by opening it
            disk.close();
            Files.deleteIfExists(path);
        }
        checkThere();
        return disk;
    }

    /**
     * Moves blocks to disk until {@code wanted} bytes of memory are given back or no block is left.
     * The last block goes first, because readers start at the first.
     *
     * @param buffer lent
     * @return bytes given back
     */
    long spill(long wanted, byte[] buffer) throws IOException {
        List<FileBlock> inMemory;
        synchronized (this) {
            inMemory = blocks.stream().filter(block -> block.memoryBytes() > 0).toList();
        }
        if (inMemory.isEmpty()) {
            return 0;
        }
        long given = 0;
        try (SpillFile disk = openSpill()) {
            for (int i = inMemory.size() - 1; i >= 0 && given < wanted; i--) {
                given += inMemory.get(i).spill(disk, buffer);
            }
        } catch (FileNotFoundException e) {
            return 0; // deleted meanwhile, which also gives back the memory
        }
        return given;
    }

    private void close() {
        List<FileBlock> all;
        Path file;
        synchronized (this) {
            all = List.copyOf(blocks);
            blocks.clear();
            file = spilled;
        }
        all.forEach(FileBlock::close);
        store.closed(this);
        if (file != null) {
            try {
                Files.deleteIfExists(file);
            } catch (IOException e) {
                LOG.log(System.Logger.Level.WARNING, "cannot delete " + file + ": " + e);
            }
        }
    }
}
