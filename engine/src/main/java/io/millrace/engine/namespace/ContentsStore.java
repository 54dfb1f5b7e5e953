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
 * The bytes of all files in memory, under the budget of whichever engine is open. When that is
 * short, those that were not used for longest go to disk. Engines come and go: when one closes,
 * what is there goes to disk; while there is none, what is written does.
 *
 * <p>Thread-safe. Nobody holds a lock of a file or block while asking for memory; those who need
 * memory may hold the attachment for reading.
 */
public final class ContentsStore implements Reclaimer {

    private static final System.Logger LOG = System.getLogger("io.millrace.engine");

    private static final int DETACH_BUFFER_BYTES = 64 << 10;

    /** Of blocks while there is no engine; they are on disk. */
    private static final int DETACHED_SLAB_BYTES = 1 << 20;

    /** Makes empty files for what memory has no room for; they are the process's own. */
    @FunctionalInterface
    public interface SpillFiles {
        Path newFile() throws IOException;
    }

    private final SpillFiles files;
    private final Set<Contents> all = ConcurrentHashMap.newKeySet();
    private final HeldBytes heldBytes = new HeldBytes();
    private final AtomicLong ticks = new AtomicLong();

    /** Whether the disk refused; until something was deleted or an engine opened. */
    private volatile boolean refused;

    private final ReadWriteLock attachment = new ReentrantReadWriteLock();

    @GuardedBy("attachment")
    private @Nullable MemoryAccount memory;

    @GuardedBy("attachment")
    private SlabKind kind = SlabKind.HEAP;

    public ContentsStore(SpillFiles files) {
        this.files = files;
    }

    /** From now on takes slabs of that kind from an engine's memory. */
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
     * Moves everything to disk and takes no more slabs. What the disk refuses stays in memory until
     * it is deleted.
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
                    "files in memory stay there beside the memory of the next engine: " + e);
        } finally {
            attachment.writeLock().unlock();
        }
    }

    /** Takes no more slabs and keeps those that there are; for the end of the process. */
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

    /** Bytes of memory that files hold now. */
    public long heldBytes() {
        return heldBytes.all();
    }

    /** Bytes of a new file. */
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

    /** What a block of the usual size holds. */
    int slabBytes() {
        attachment.readLock().lock();
        try {
            return memory == null ? DETACHED_SLAB_BYTES : memory.slabBytes();
        } finally {
            attachment.readLock().unlock();
        }
    }

    /** An empty block: in memory if there is room, else on disk. */
    FileBlock newBlock(long start, int bytes) {
        attachment.readLock().lock();
        try {
            return new FileBlock(start, tryTake(bytes), heldBytes);
        } finally {
            attachment.readLock().unlock();
        }
    }

    /**
     * Moves a block to a slab of {@code bytes}; false, and nothing is changed, if there is no room
     * or the block is on disk.
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
            Thread.currentThread().interrupt(); // whoever waits next is to see it
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
        long wanted = budget.slabBytes(); // small files go together, so that one search is enough
        long given = 0;
        try (DiskBuffer buffer = budget.lendDiskBuffer()) {
            for (int i = 0; i < oldest.size() && given < wanted; i++) {
                given += oldest.get(i).spill(wanted - given, buffer.bytes());
            }
        } catch (IOException e) {
            // Whoever needs the memory may have nothing to do with files; the writer of the next
            // one meets the disk's error.
            refused = true;
            LOG.log(
                    System.Logger.Level.WARNING,
                    "files in memory stay there, since they cannot be moved to disk: " + e);
        }
        return given;
    }
}
