package io.millrace.engine.namespace;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import io.millrace.engine.memory.DiskBuffer;
import io.millrace.engine.memory.MemoryAccount;
import io.millrace.engine.memory.MemoryBudget;
import io.millrace.engine.memory.MemoryUse;
import io.millrace.engine.memory.Reclaimer;
import io.millrace.engine.memory.Slab;
import io.millrace.engine.memory.SlabKind;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.ReadWriteLock;
import java.util.concurrent.locks.ReentrantReadWriteLock;
import org.jspecify.annotations.Nullable;

/**
 * The bytes of all files in memory, under the budget of the current engine. When memory runs short,
 * the least recently used files are moved to disk. When an engine closes, all files move to disk;
 * while there is none, files are written to disk.
 *
 * <p>Thread-safe. A thread that requests memory must not hold the lock of a file or block, but may
 * hold the attachment for reading.
 */
public final class ContentsStore implements Reclaimer {

    private static final System.Logger LOG = System.getLogger("io.millrace.engine");

    private static final int DETACH_BUFFER_BYTES = 64 << 10;

    /** Block size while there is no engine; such blocks are on disk. */
    private static final int DETACHED_SLAB_BYTES = 1 << 20;

    /** Creates empty files for bytes that do not fit in memory; the process owns them. */
    @FunctionalInterface
    public interface SpillFiles {
        Path newFile() throws IOException;
    }

    private final SpillFiles files;
    private final Set<Contents> all = ConcurrentHashMap.newKeySet();
    private final HeldBytes heldBytes = new HeldBytes();
    private final AtomicLong ticks = new AtomicLong();

    /** Whether writing to disk failed; reset when a file is deleted or an engine opens. */
    private volatile boolean refused;

    private final ReadWriteLock attachment = new ReentrantReadWriteLock();

    @GuardedBy("attachment")
    private @Nullable MemoryAccount memory;

    @GuardedBy("attachment")
    private SlabKind kind = SlabKind.HEAP;

    public ContentsStore(SpillFiles files) {
        this.files = files;
    }

    /** Attaches an engine: from now on takes slabs of that kind from its memory. */
    public void attach(MemoryBudget budget, SlabKind slabs) {
        attachment.writeLock().lock();
        try {
            memory = budget.account(MemoryUse.NAMESPACE, null);
            kind = slabs;
            refused = false;
            budget.register(this);
        } finally {
            attachment.writeLock().unlock();
        }
    }

    /**
     * Moves all files to disk and takes no more slabs. Files that cannot be written to disk stay in
     * memory until they are deleted.
     */
    public void detach() {
        attachment.writeLock().lock();
        try {
            leave();
            byte[] buffer = heldBytes.all() == 0 ? new byte[0] : new byte[DETACH_BUFFER_BYTES];
            for (Contents contents : all) {
                contents.spill(Long.MAX_VALUE, buffer);
            }
        } catch (IOException e) {
            LOG.log(
                    System.Logger.Level.WARNING,
                    "files could not be moved to disk and stay in memory, in addition to the"
                            + " memory of the next engine: "
                            + e);
        } finally {
            attachment.writeLock().unlock();
        }
    }

    /** Takes no more slabs and keeps the present ones; for the end of the process. */
    public void leave() {
        attachment.writeLock().lock();
        try {
            if (memory != null) {
                memory.budget().unregister(this);
                memory = null;
            }
        } finally {
            attachment.writeLock().unlock();
        }
    }

    /** Bytes of memory held by files now. */
    public long heldBytes() {
        return heldBytes.all();
    }

    /** Creates the contents of a new file. */
    public Contents newContents() {
        Contents contents = new Contents(this);
        all.add(contents);
        return contents;
    }

    void closed(Contents contents) {
        all.remove(contents);
        refused = false;
    }

    long tick() {
        return ticks.incrementAndGet();
    }

    Path newSpillFile() throws IOException {
        return files.newFile();
    }

    /** Bytes of a block of the usual size. */
    int slabBytes() {
        attachment.readLock().lock();
        try {
            return memory == null ? DETACHED_SLAB_BYTES : memory.slabBytes();
        } finally {
            attachment.readLock().unlock();
        }
    }

    /** Creates an empty block: in memory if there is room, otherwise on disk. */
    FileBlock newBlock(long start, int bytes) {
        attachment.readLock().lock();
        try {
            return new FileBlock(start, tryTake(bytes), heldBytes);
        } finally {
            attachment.readLock().unlock();
        }
    }

    /**
     * Moves a block to a slab of {@code bytes}; false, with nothing changed, if there is no room or
     * the block is on disk.
     */
    boolean moved(FileBlock block, int bytes) {
        attachment.readLock().lock();
        try {
            Slab slab = tryTake(bytes);
            if (slab == null) {
                return false;
            }
            boolean moved = block.moveTo(slab);
            if (!moved) {
                slab.close();
            }
            return moved;
        } finally {
            attachment.readLock().unlock();
        }
    }

    @GuardedBy("attachment")
    private @Nullable Slab tryTake(int bytes) {
        try {
            return memory == null ? null : memory.tryTake(kind, bytes);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt(); // for the next wait to see
            return null;
        }
    }

    @Override
    public long reclaimableBytes() {
        return refused ? 0 : heldBytes.reclaimable();
    }

    @Override
    public long reclaim() throws InterruptedException {
        attachment.readLock().lock();
        try {
            return memory == null ? 0 : reclaim(memory.budget());
        } finally {
            attachment.readLock().unlock();
        }
    }

    private long reclaim(MemoryBudget budget) throws InterruptedException {
        record Candidate(Contents contents, long lastUse) {}
        List<Contents> oldest =
                all.stream()
                        .map(contents -> new Candidate(contents, contents.lastUse()))
                        .sorted(Comparator.comparingLong(Candidate::lastUse))
                        .map(Candidate::contents)
                        .toList();
        long wanted =
                budget.slabBytes(); // frees several small files at once, so that one search is
        // enough
        long given = 0;
        try (DiskBuffer buffer = budget.lendDiskBuffer()) {
            for (int i = 0; i < oldest.size() && given < wanted; i++) {
                given += oldest.get(i).spill(wanted - given, buffer.bytes());
            }
        } catch (IOException e) {
            // The thread that needs memory may have nothing to do with files; the writer of the
            // next file gets the disk's error.
            refused = true;
            LOG.log(
                    System.Logger.Level.WARNING,
                    "files stay in memory because they could not be moved to disk: " + e);
        }
        return given;
    }
}
