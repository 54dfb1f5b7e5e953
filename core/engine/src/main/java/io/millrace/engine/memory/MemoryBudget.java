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
 * The record memory of a process: everything that holds records takes slabs from it, through a
 * {@link MemoryAccount} that names the use, and gives them back.
 *
 * <p>Before a request fails or waits, the budget asks holders to spill memory, the largest first
 * ({@link Reclaimer}).
 *
 * <p>Thread-safe.
 */
public final class MemoryBudget implements Closeable {

    /** Size of a buffer for reading or writing runs on disk, unless slabs are small. */
    private static final int MAX_DISK_BUFFER = 128 * 1024;

    /** Smallest block of runs on disk, unless slabs are smaller. */
    private static final int MIN_DISK_BUFFER = 4 * 1024;

    private static final int DISK_WRITERS = 2;

    /**
     * The most that the JVM adds to an array. G1 gives a large array whole regions, whose size is a
     * power of two: an array of exactly that many bytes takes two, an array smaller by this much
     * takes one.
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

    /** Counts events that may end a wait. */
    @GuardedBy("lock")
    private long events;

    /**
     * A budget of {@code maxBytes}.
     *
     * @param slabSpan memory that an ordinary slab takes, a power of two
     * @param headroomBytes reserved by {@link MemoryAccount#tryTake} for {@link MemoryAccount#take}
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
     * Memory for a disk buffer with slabs of this span. With small slabs it is a part of one, so
     * that a merge can read many runs at once.
     */
    public static int diskBufferSpan(int slabSpan) {
        int smallest = Math.min(slabSpan, MIN_DISK_BUFFER);
        return Math.min(MAX_DISK_BUFFER, Math.max(slabSpan / 4, smallest));
    }

    /** Bytes taken now. */
    public long heldBytes() {
        lock.lock();
        try {
            return holders.heldBytes();
        } finally {
            lock.unlock();
        }
    }

    /**
     * Whether more than half of the memory beside the headroom is taken, so that holders should do
     * with less before some of them have to spill.
     */
    public boolean isShort() {
        return heldBytes() > (maxBytes - headroomBytes) / 2;
    }

    /** The largest number of bytes ever taken at once. */
    public long peakBytes() {
        lock.lock();
        try {
            return holders.peakBytes();
        } finally {
            lock.unlock();
        }
    }

    /** The current holders. */
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
     * An account of this budget.
     *
     * @param owner the job that it takes memory for; null for the process
     */
    public MemoryAccount account(MemoryUse use, @Nullable String owner) {
        return new MemoryAccount(this, use, owner);
    }

    /** Lends a buffer for writing to disk; waits until one is free. */
    public DiskBuffer lendDiskBuffer() throws InterruptedException {
        return new DiskBuffer(this, diskWriteBuffers.take());
    }

    void takeBack(byte[] diskBuffer) {
        diskWriteBuffers.add(diskBuffer);
    }

    /** Adds a reclaimer to ask when memory runs short. */
    public void register(Reclaimer reclaimer) {
        reclaimers.add(reclaimer);
    }

    public void unregister(Reclaimer reclaimer) {
        reclaimers.remove(reclaimer);
    }

    /** Wakes waiting threads because a reclaimer has more to give. */
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

    /** The capacity of a slab of twice this slab's span, for something that has to grow. */
    public static int twice(int slabBytes) {
        return 2 * (slabBytes + ARRAY_OVERHEAD) - ARRAY_OVERHEAD;
    }

    /** The capacity of a slab of half this slab's span. */
    public static int half(int slabBytes) {
        return (slabBytes + ARRAY_OVERHEAD) / 2 - ARRAY_OVERHEAD;
    }

    /**
     * Whether others will ask for this size: tables and indexes double, while large records have
     * any size.
     */
    private boolean isOfUsualSize(int capacity) {
        return capacity <= slabBytes()
                || Integer.bitCount(capacity) == 1
                || Integer.bitCount(capacity + ARRAY_OVERHEAD) == 1;
    }

    /** The memory cost of a slab of this capacity: whole heap regions for a large one. */
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

    /** Allocates slabs for a granted request, all or none. */
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

    /**
     * Allocates a slab for a granted request. If the JVM has no memory left, the grant is undone.
     */
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

    /** Asks other holders to give up that much; false if none gave up anything. */
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

    /** Whether the budget is closed, so that no memory should be held. */
    public boolean isClosed() {
        lock.lock();
        try {
            return closed;
        } finally {
            lock.unlock();
        }
    }

    /** Drops memory kept for reuse that does not fit beside the held memory. */
    void trimFree() {
        lock.lock();
        try {
            free.trimTo(maxBytes - holders.heldBytes());
        } finally {
            lock.unlock();
        }
    }

    /** Drops memory kept for reuse. Slabs that are still held stay with their holders. */
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
