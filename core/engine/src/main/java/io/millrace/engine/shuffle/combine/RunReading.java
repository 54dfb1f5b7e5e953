package io.millrace.engine.shuffle.combine;

import io.millrace.engine.memory.MemoryAccount;
import io.millrace.engine.memory.MemoryUse;
import io.millrace.engine.memory.Slab;
import io.millrace.engine.memory.SlabKind;
import io.millrace.engine.record.KeyOrder;
import io.millrace.engine.record.RecordCursor;
import io.millrace.engine.run.Run;
import io.millrace.engine.run.RunSet;
import io.millrace.engine.run.RunSet.CodedRun;
import io.millrace.engine.shuffle.context.ShuffleContext;
import io.millrace.engine.ties.ChainedCursor;
import java.io.Closeable;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.ConcurrentLinkedDeque;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * Run sets that one attempt reads in parts, with a buffer for each coded set. Hadoop's order of
 * equal keys requires that all runs of a merge are read at once, so each gets a buffer, even beyond
 * the memory budget. Used by one thread; only {@link #unpin} may be called from any.
 */
public final class RunReading implements Closeable {

    private final ShuffleContext context;
    private final KeyOrder order;
    private final List<RunSet> lent;

    /** Run sets that the reader owns. */
    private final List<RunSet> own = new ArrayList<>();

    private final List<Slab> buffers = new ArrayList<>();
    private final Deque<Slab> freeBuffers = new ConcurrentLinkedDeque<>();
    private boolean pinned = true;

    /** Pins the sets until {@link #unpin}. */
    public RunReading(ShuffleContext context, List<RunSet> sets) {
        this.context = context;
        this.order = context.keyOrders().get();
        this.lent = List.copyOf(sets);
        lent.forEach(RunSet::pin);
    }

    /** The key order of the reading thread. */
    public KeyOrder order() {
        return order;
    }

    /** Takes ownership of a run set; it is closed with this. */
    public void own(RunSet set) {
        own.add(set);
    }

    /** Records of a partition that are on disk. */
    public long recordsOnDisk(int partition) {
        long records = 0;
        for (Run run : runs(partition, lent)) {
            records += run instanceof CodedRun coded ? coded.recordsOnDisk() : 0;
        }
        return records;
    }

    /** Reads the runs of a partition in the chosen sets, one after the other. */
    public RecordCursor open(int partition, Predicate<RunSet> chosen) throws IOException {
        return open(partition, lent.stream().filter(chosen).toList());
    }

    /** Reads the runs of a partition in these sets, one after the other. */
    public RecordCursor open(int partition, List<RunSet> sets) throws IOException {
        List<Run> runs = runs(partition, sets);
        if (runs.stream().noneMatch(Run::isCoded)) {
            return open(runs, null, () -> {});
        }
        // One buffer is enough: each run uses it only after the previous run has ended.
        Slab buffer = buffer();
        return open(runs, buffer.array(), () -> freeBuffers.add(buffer));
    }

    private RecordCursor open(List<Run> runs, byte @Nullable [] buffer, Closeable whenClosed)
            throws IOException {
        List<RecordCursor> cursors = new ArrayList<>(runs.size());
        for (Run run : runs) {
            cursors.add(run.open(order, run.isCoded() ? buffer : null));
        }
        return buffer == null && cursors.size() == 1
                ? cursors.get(0)
                : new ChainedCursor(cursors, whenClosed);
    }

    private static List<Run> runs(int partition, List<RunSet> sets) {
        List<Run> runs = new ArrayList<>(sets.size());
        for (RunSet set : sets) {
            Run run = set.run(partition);
            if (run != null) {
                runs.add(run);
            }
        }
        return runs;
    }

    private Slab buffer() {
        Slab free = freeBuffers.poll();
        if (free != null) {
            return free;
        }
        MemoryAccount memory = context.account(MemoryUse.MERGE);
        Slab spare = memory.takeSpare(SlabKind.HEAP, memory.diskBufferBytes());
        Slab taken = spare == null ? memory.overdraw(memory.diskBufferBytes()) : spare;
        buffers.add(taken);
        return taken;
    }

    /** Unpins the lent sets, so that they may be spilled; a concurrent read becomes invalid. */
    public synchronized void unpin() {
        if (pinned) {
            pinned = false;
            lent.forEach(RunSet::unpin);
            own.forEach(RunSet::close);
            context.memory().reclaimableGrew();
        }
    }

    @Override
    public void close() {
        unpin();
        buffers.forEach(Slab::close);
        buffers.clear();
    }
}
