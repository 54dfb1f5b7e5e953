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
 * The bytes of a file. One writer appends; any number of readers read what is there. They stay
 * until the file is deleted and the last reader closed. Thread-safe.
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
     * Tells the file from any other that the process has or had. It does not change but by
     * appending, so with its length it tells the bytes.
     */
    public long id() {
        return id;
    }

    /** Bytes that readers see now. */
    public long length() {
        return length;
    }

    /** When it was last changed, in milliseconds since the epoch. */
    long modifiedMillis() {
        return modifiedMillis;
    }

    void setModifiedMillis(long millis) {
        modifiedMillis = millis;
    }

    /** Bytes of it that are in memory now. */
    synchronized long memoryBytes() {
        return blocks.stream().mapToLong(FileBlock::memoryBytes).sum();
    }

    /** Begins to append, as the only one who does. */
    public ContentsWriter write() throws IOException {
        synchronized (this) {
            checkThere();
            if (written) {
                throw new IOException(
                        "the file is being written; wait until its writer has closed it");
            }
            written = true;
        }
        return new ContentsWriter(this, store);
    }

    /** Begins to read; the caller closes the reader. */
    public ContentsReader read() throws IOException {
        synchronized (this) {
            checkThere();
            readers++;
        }
        used();
        return new ContentsReader(this);
    }

    /** Says that the file is in no tree any more. */
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

    /** Whether somebody writes it now. */
    public synchronized boolean beingWritten() {
        return written;
    }

    /** When it was last used, in ticks of the store. */
    long lastUse() {
        return lastUse;
    }

    private void used() {
        lastUse = store.tick();
    }

    /** Adds an empty block behind the others. */
    synchronized void add(FileBlock block) throws IOException {
        if (gone()) {
            block.close();
        }
        checkThere();
        blocks.add(block);
        used();
    }

    /** Lets readers see what was appended to the last block. */
    synchronized void appended(int bytes) throws IOException {
        checkThere();
        length += bytes;
    }

    /** The block that has the byte at {@code position}, which is one. */
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

    /** The file that takes what goes to disk; made when it is first asked for. */
    synchronized Path spillPath() throws IOException {
        checkThere();
        if (spilled == null) {
            spilled = store.newSpillFile();
        }
        return spilled;
    }

    /**
     * Opens the file that takes what goes to disk.
     *
     * @throws FileNotFoundException if the contents were deleted
     */
    SpillFile openSpill() throws IOException {
        Path path = spillPath();
        SpillFile disk = SpillFile.forWriting(path);
        if (gone()) { // deleted meanwhile, and perhaps made anew by opening it
            disk.close();
            Files.deleteIfExists(path);
        }
        checkThere();
        return disk;
    }

    /**
     * Moves blocks to disk, the last one first, since readers begin at the first; until {@code
     * wanted} bytes of memory are given back or nothing is left.
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
            return 0; // deleted meanwhile, which gives back the memory too
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
                LOG.log(System.Logger.Level.WARNING, file + " could not be deleted: " + e);
            }
        }
    }
}
