package io.millrace.engine.memory;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import java.io.Closeable;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/**
 * The record memory of a process: everything that holds records takes slabs here and gives them
 * back.
 *
 * <p>There are two ways to ask. {@link #take} waits: it is for an attempt that holds nothing yet,
 * or has just put all it had on disk, and asks for the little without which it cannot go on (its
 * floor). {@link #tryTake} does not wait, and leaves the <i>headroom</i> alone, which is room for
 * the floors of all slots. Whoever gets nothing from {@code tryTake} puts what it has on disk and
 * goes on with its floor. So nobody waits while holding what another one waits for, and a job of
 * any size ends in a budget of any size.
 *
 * <p>Before either gives up, those who hold memory that could be on disk are asked for it, largest
 * first ({@link Reclaimer}).
 *
 * <p>Thread-safe.
 */
public final class MemoryBudget implements Closeable {

    /** Size of a buffer for reading or writing runs on disk, unless slabs are small. */
    private static final int MAX_DISK_BUFFER = 128 * 1024;

    /** Blocks of runs on disk are not made smaller than this, unless slabs are. */
    private static final int MIN_DISK_BUFFER = 4 * 1024;

    private static final int DISK_WRITERS = 2;

    /**
     * What the JVM adds to an array, at most. G1 gives a large array whole regions, whose size is a
     * power of two: an array of exactly that many bytes takes two, one that leaves this much takes
     * one.
     */
    private static final int ARRAY_OVERHEAD = 32;

    private final long maxBytes;
    private final int slabSpan;
    private final long headroomBytes;
    private final BlockingQueue<byte[]> diskWriteBuffers = new ArrayBlockingQueue<>(DISK_WRITERS);
    private final Set<Reclaimer> reclaimers = ConcurrentHashMap.newKeySet();

    private final ReentrantLock lock = new ReentrantLock();
    private final Condition freed = lock.newCondition();

    @GuardedBy("lock")
    private final FreeMemory free = new FreeMemory();

    @GuardedBy("lock")
    private long heldBytes;

    @GuardedBy("lock")
    private long peakBytes;

    /** Counts whatever may let somebody who waits go on. */
    @GuardedBy("lock")
    private long events;

    /**
     * A budget of {@code maxBytes}.
     *
     * @param slabSpan memory that an ordinary slab takes, a power of two
     * @param headroomBytes what {@link #tryTake} leaves for {@link #take}
     */
    public MemoryBudget(long maxBytes, int slabSpan, long headroomBytes) {
        if (Integer.bitCount(slabSpan) != 1) {
            throw new IllegalArgumentException("slab size must be a power of two, got " + slabSpan);
        }
        this.slabSpan = slabSpan;
        this.headroomBytes = headroomBytes;
        this.maxBytes = maxBytes - (long) DISK_WRITERS * diskBufferBytes();
        if (this.maxBytes < headroomBytes) {
            throw new IllegalArgumentException(
                    "a budget of "
                            + maxBytes
                            + " bytes is too small for slabs of "
                            + slabSpan
                            + " bytes and a headroom of "
                            + headroomBytes);
        }
        for (int i = 0; i < DISK_WRITERS; i++) {
            diskWriteBuffers.add(new byte[diskBufferBytes()]);
        }
    }

    public long maxBytes() {
        return maxBytes;
    }

    /** Bytes that an ordinary slab holds: a little less than its {@link #slabSpan}. */
    public int slabBytes() {
        return slabSpan - ARRAY_OVERHEAD;
    }

    /** Memory that an ordinary slab takes, a power of two: no offset in one is beyond it. */
    public int slabSpan() {
        return slabSpan;
    }

    /** Size in bytes of a buffer that reads or writes a run on disk. */
    public int diskBufferBytes() {
        return diskBufferSpan(slabSpan) - ARRAY_OVERHEAD;
    }

    /**
     * Memory that a buffer for a run on disk takes, with slabs of this span: where memory is so
     * small that slabs are, a part of one, so that a merge can read many runs at once.
     */
    public static int diskBufferSpan(int slabSpan) {
        int smallest = Math.min(slabSpan, MIN_DISK_BUFFER);
        return Math.min(MAX_DISK_BUFFER, Math.max(slabSpan / 4, smallest));
    }

    /** Bytes that are taken now. */
    public long heldBytes() {
        lock.lock();
        try {
            return heldBytes;
        } finally {
            lock.unlock();
        }
    }

    /** The most that was ever taken at once. */
    public long peakBytes() {
        lock.lock();
        try {
            return peakBytes;
        } finally {
            lock.unlock();
        }
    }

    /**
     * Takes {@code count} slabs of {@code bytes} each, all or none; waits until there is room. The
     * caller must hold nothing that others could wait for.
     */
    public List<Slab> take(SlabKind kind, int count, int bytes) throws InterruptedException {
        long wanted = count * cost(bytes);
        if (wanted > maxBytes) {
            throw new IllegalArgumentException(
                    "asked for "
                            + wanted
                            + " bytes of a budget of "
                            + maxBytes
                            + "; raise millrace.memory.max");
        }
        long seen = events();
        while (!grant(wanted, 0)) {
            if (!reclaim(wanted)) {
                awaitEventAfter(seen);
            }
            seen = events();
        }
        return allocate(kind, count, bytes);
    }

    /**
     * Takes one slab of {@code bytes} if there is room beside the headroom, perhaps after others
     * put theirs on disk; null if there is none.
     */
    public @Nullable Slab tryTake(SlabKind kind, int bytes) throws InterruptedException {
        long wanted = cost(bytes);
        while (!grant(wanted, headroomBytes)) {
            if (!reclaim(wanted)) {
                return null;
            }
        }
        return allocate(kind, bytes);
    }

    /**
     * Takes {@code count} slabs of {@code bytes} each like the other {@code tryTake}, all or none;
     * empty if there is no room.
     */
    public List<Slab> tryTake(SlabKind kind, int count, int bytes) throws InterruptedException {
        long wanted = count * cost(bytes);
        while (!grant(wanted, headroomBytes)) {
            if (!reclaim(wanted)) {
                return List.of();
            }
        }
        return allocate(kind, count, bytes);
    }

    /**
     * Takes one slab of {@code bytes} if there is room beside the headroom and nobody has to give
     * up any for it; null if there is none. For what is worth less than what others hold.
     */
    public @Nullable Slab takeSpare(SlabKind kind, int bytes) {
        return grant(cost(bytes), headroomBytes) ? allocate(kind, bytes) : null;
    }

    /**
     * Takes {@code count} slabs of {@code bytes} each like the other {@code takeSpare}, all or
     * none; empty if there is no room.
     */
    public List<Slab> takeSpare(SlabKind kind, int count, int bytes) {
        return grant(count * cost(bytes), headroomBytes) ? allocate(kind, count, bytes) : List.of();
    }

    /**
     * Takes one slab of {@code bytes} on the heap at once, also if there is no room: what others
     * may take shrinks by it. For whoever cannot go on with less and may not wait.
     */
    public Slab overdraw(int bytes) {
        lock.lock();
        try {
            heldBytes += cost(bytes);
            peakBytes = Math.max(peakBytes, heldBytes);
        } finally {
            lock.unlock();
        }
        return allocate(SlabKind.HEAP, bytes);
    }

    /**
     * Counts {@code bytes} that somebody has on the heap in objects of their own, if there is room
     * beside the headroom, perhaps after others put theirs on disk; false, and nothing is counted,
     * if there is none. Whoever called it calls {@link #release} when they are gone.
     */
    public boolean tryHold(long bytes) throws InterruptedException {
        while (!grant(bytes, headroomBytes)) {
            if (!reclaim(bytes)) {
                return false;
            }
        }
        lock.lock();
        try {
            free.trimTo(maxBytes - heldBytes);
        } finally {
            lock.unlock();
        }
        return true;
    }

    /** Counts bytes no more that were counted by {@link #tryHold}. */
    public void release(long bytes) {
        ungrant(bytes);
    }

    /**
     * Lends a buffer for writing to disk; waits until one is there. The caller returns it with
     * {@link #returnDiskBuffer}.
     */
    public byte[] borrowDiskBuffer() throws InterruptedException {
        return diskWriteBuffers.take();
    }

    public void returnDiskBuffer(byte[] buffer) {
        diskWriteBuffers.add(buffer);
    }

    /** From now on {@code reclaimer} is asked when memory is short. */
    public void register(Reclaimer reclaimer) {
        reclaimers.add(reclaimer);
    }

    public void unregister(Reclaimer reclaimer) {
        reclaimers.remove(reclaimer);
    }

    /** Tells those who wait that a reclaimer has something new to give. */
    public void reclaimableGrew() {
        lock.lock();
        try {
            signalEvent();
        } finally {
            lock.unlock();
        }
    }

    void giveBack(Slab slab) {
        lock.lock();
        try {
            heldBytes -= cost(slab.capacity());
            assert heldBytes >= 0 : "more was given back than taken";
            if (isOfUsualSize(slab.capacity())) {
                free.add(slab);
            }
            signalEvent();
        } finally {
            lock.unlock();
        }
    }

    /** What fits the memory that two slabs of this size take, for something that has to grow. */
    public static int twice(int slabBytes) {
        return 2 * (slabBytes + ARRAY_OVERHEAD) - ARRAY_OVERHEAD;
    }

    /** What fits half the memory that a slab of this size takes. */
    public static int half(int slabBytes) {
        return (slabBytes + ARRAY_OVERHEAD) / 2 - ARRAY_OVERHEAD;
    }

    /**
     * Whether others will ask for this size: tables and indexes double, a large record is of any.
     */
    private boolean isOfUsualSize(int capacity) {
        return capacity <= slabBytes()
                || Integer.bitCount(capacity) == 1
                || Integer.bitCount(capacity + ARRAY_OVERHEAD) == 1;
    }

    /** What a slab of this capacity takes of the memory: a large one, whole regions of the heap. */
    private long cost(int capacity) {
        long bytes = (long) capacity + ARRAY_OVERHEAD;
        return bytes <= slabSpan ? bytes : (bytes + slabSpan - 1) / slabSpan * slabSpan;
    }

    private boolean grant(long bytes, long leaveBytes) {
        lock.lock();
        try {
            if (heldBytes + bytes + leaveBytes > maxBytes) {
                return false;
            }
            heldBytes += bytes;
            peakBytes = Math.max(peakBytes, heldBytes);
            return true;
        } finally {
            lock.unlock();
        }
    }

    /** Memory for slabs that were granted, all or none. */
    private List<Slab> allocate(SlabKind kind, int count, int bytes) {
        List<Slab> slabs = new ArrayList<>(count);
        try {
            while (slabs.size() < count) {
                slabs.add(allocate(kind, bytes));
            }
            return slabs;
        } catch (OutOfMemoryError e) {
            ungrant((count - slabs.size() - 1) * cost(bytes));
            slabs.forEach(Slab::close);
            throw e;
        }
    }

    /** Memory for a slab that was granted. If the JVM has none left the grant is taken back. */
    private Slab allocate(SlabKind kind, int bytes) {
        boolean heap = kind != SlabKind.NATIVE;
        Object memory;
        lock.lock();
        try {
            memory = free.poll(heap, bytes);
            if (memory == null) {
                free.trimTo(maxBytes - heldBytes);
            }
        } finally {
            lock.unlock();
        }
        try {
            if (heap) {
                return new HeapSlab(this, memory == null ? new byte[bytes] : (byte[]) memory);
            }
            return new NativeSlab(
                    this, memory == null ? ByteBuffer.allocateDirect(bytes) : (ByteBuffer) memory);
        } catch (OutOfMemoryError e) {
            ungrant(cost(bytes));
            throw e;
        }
    }

    private void ungrant(long bytes) {
        lock.lock();
        try {
            heldBytes -= bytes;
            signalEvent();
        } finally {
            lock.unlock();
        }
    }

    private boolean reclaim(long wanted) throws InterruptedException {
        long given = 0;
        while (given < wanted) {
            Optional<Reclaimer> largest =
                    reclaimers.stream()
                            .filter(reclaimer -> reclaimer.reclaimableBytes() > 0)
                            .max(Comparator.comparingLong(Reclaimer::reclaimableBytes));
            long more = largest.isPresent() ? largest.get().reclaim() : 0;
            if (more == 0) {
                break;
            }
            given += more;
        }
        return given > 0;
    }

    private long events() {
        lock.lock();
        try {
            return events;
        } finally {
            lock.unlock();
        }
    }

    @GuardedBy("lock")
    private void signalEvent() {
        events++;
        freed.signalAll();
    }

    private void awaitEventAfter(long seen) throws InterruptedException {
        lock.lockInterruptibly();
        try {
            while (events == seen) {
                freed.await();
            }
        } finally {
            lock.unlock();
        }
    }

    /** Drops memory kept for re-use. What is still held stays with its holders. */
    @Override
    public void close() {
        lock.lock();
        try {
            free.trimTo(0);
        } finally {
            lock.unlock();
        }
    }
}
