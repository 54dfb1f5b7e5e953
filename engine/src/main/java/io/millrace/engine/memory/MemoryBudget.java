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
 * The record memory of a process: everything that holds records takes slabs of it, through a {@link
 * MemoryAccount} that says what for, and gives them back.
 *
 * <p>Before somebody gets nothing, or waits, those who hold memory that could be on disk are asked
 * for it, largest first ({@link Reclaimer}).
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
    private final Holders holders = new Holders();

    @GuardedBy("lock")
    private boolean closed;

    /** Counts whatever may let somebody who waits go on. */
    @GuardedBy("lock")
    private long events;

    /**
     * A budget of {@code maxBytes}.
     *
     * @param slabSpan memory that an ordinary slab takes, a power of two
     * @param headroomBytes what {@link MemoryAccount#tryTake} leaves for {@link MemoryAccount#take}
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
        ProcessMemory.add(this);
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
            return holders.heldBytes();
        } finally {
            lock.unlock();
        }
    }

    /** The most that was ever taken at once. */
    public long peakBytes() {
        lock.lock();
        try {
            return holders.peakBytes();
        } finally {
            lock.unlock();
        }
    }

    /** Who holds what is taken now. */
    public MemoryHoldings holdings() {
        lock.lock();
        try {
            return new MemoryHoldings(maxBytes, holders.heldBytes(), holders.list());
        } finally {
            lock.unlock();
        }
    }

    long heldBytes(MemoryAccount account) {
        lock.lock();
        try {
            return account.heldBytes;
        } finally {
            lock.unlock();
        }
    }

    /**
     * A way to take memory.
     *
     * @param owner the job for which it is taken; null for what belongs to the process
     */
    public MemoryAccount account(MemoryUse use, @Nullable String owner) {
        return new MemoryAccount(this, use, owner);
    }

    /** Lends a buffer for writing to disk; waits until one is there. */
    public DiskBuffer lendDiskBuffer() throws InterruptedException {
        return new DiskBuffer(this, diskWriteBuffers.take());
    }

    void takeBack(byte[] diskBuffer) {
        diskWriteBuffers.add(diskBuffer);
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

    void takeBack(MemoryAccount account, Slab slab) {
        lock.lock();
        try {
            holders.subtract(account, cost(slab.capacity()));
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
    long cost(int capacity) {
        long bytes = (long) capacity + ARRAY_OVERHEAD;
        return bytes <= slabSpan ? bytes : (bytes + slabSpan - 1) / slabSpan * slabSpan;
    }

    /** Counts {@code wanted} bytes as the account's; waits until there is room. */
    void await(MemoryAccount account, long wanted) throws InterruptedException {
        long seen = events();
        while (!grant(account, wanted, 0)) {
            if (!reclaim(wanted)) {
                awaitEventAfter(seen);
            }
            seen = events();
        }
    }

    boolean grantBesideHeadroom(MemoryAccount account, long bytes) {
        return grant(account, bytes, headroomBytes);
    }

    private boolean grant(MemoryAccount account, long bytes, long leaveBytes) {
        lock.lock();
        try {
            if (holders.heldBytes() + bytes + leaveBytes > maxBytes) {
                return false;
            }
            holders.add(account, bytes);
            return true;
        } finally {
            lock.unlock();
        }
    }

    void grantAnyway(MemoryAccount account, long bytes) {
        lock.lock();
        try {
            holders.add(account, bytes);
        } finally {
            lock.unlock();
        }
    }

    /** Memory for slabs that were granted, all or none. */
    List<Slab> allocate(MemoryAccount account, SlabKind kind, int count, int bytes) {
        List<Slab> slabs = new ArrayList<>(count);
        try {
            while (slabs.size() < count) {
                slabs.add(allocate(account, kind, bytes));
            }
            return slabs;
        } catch (OutOfMemoryError e) {
            ungrant(account, (count - slabs.size() - 1) * cost(bytes));
            slabs.forEach(Slab::close);
            throw e;
        }
    }

    /** Memory for a slab that was granted. If the JVM has none left the grant is taken back. */
    Slab allocate(MemoryAccount account, SlabKind kind, int bytes) {
        boolean heap = kind != SlabKind.NATIVE;
        Object memory;
        lock.lock();
        try {
            memory = free.poll(heap, bytes);
            if (memory == null) {
                free.trimTo(maxBytes - holders.heldBytes());
            }
        } finally {
            lock.unlock();
        }
        try {
            if (heap) {
                return new HeapSlab(account, memory == null ? new byte[bytes] : (byte[]) memory);
            }
            return new NativeSlab(
                    account,
                    memory == null ? ByteBuffer.allocateDirect(bytes) : (ByteBuffer) memory);
        } catch (OutOfMemoryError e) {
            ungrant(account, cost(bytes));
            throw e;
        }
    }

    void ungrant(MemoryAccount account, long bytes) {
        lock.lock();
        try {
            holders.subtract(account, bytes);
            signalEvent();
        } finally {
            lock.unlock();
        }
    }

    /** Asks others to give up that much; false if none of them gave up any. */
    boolean reclaim(long wanted) throws InterruptedException {
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

    /** Whether nobody should hold anything any more. */
    public boolean isClosed() {
        lock.lock();
        try {
            return closed;
        } finally {
            lock.unlock();
        }
    }

    /** Drops memory kept for re-use for which there is no room beside what is held. */
    void trimFree() {
        lock.lock();
        try {
            free.trimTo(maxBytes - holders.heldBytes());
        } finally {
            lock.unlock();
        }
    }

    /** Drops memory kept for re-use. What is still held stays with its holders. */
    @Override
    public void close() {
        lock.lock();
        try {
            closed = true;
            free.trimTo(0);
        } finally {
            lock.unlock();
        }
    }
}
