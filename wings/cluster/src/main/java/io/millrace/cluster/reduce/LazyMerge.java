package io.millrace.cluster.reduce;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import io.millrace.cluster.config.ClusterKeys;
import io.millrace.cluster.task.HadoopMembers;
import io.millrace.engine.config.ByteSize;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.apache.hadoop.mapred.RawKeyValueIterator;
import org.apache.hadoop.mapred.ShuffleConsumerPlugin;
import org.apache.hadoop.mapreduce.TaskAttemptID;
import org.apache.hadoop.mapreduce.task.reduce.MapOutput;
import org.apache.hadoop.mapreduce.task.reduce.MergeManager;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The map outputs of a reduce task. They are held until they are worth an engine ({@link
 * ClusterKeys#ENGINE_FROM}), which then takes them over. Hadoop's merge does the work for fewer,
 * and takes over from an engine that cannot be opened. Hadoop's fetchers call {@link
 * #waitForResource} and {@link #reserve}; the task's thread calls {@link #close} when they have
 * ended, and {@link #release} at the end. Thread-safe.
 */
public final class LazyMerge<K, V> implements MergeManager<K, V> {

    private static final Logger LOG = LoggerFactory.getLogger(LazyMerge.class);

    private final ShuffleConsumerPlugin.Context<K, V> context;
    private final long engineFrom;
    private final Consumer<Throwable> onFailure;
    private final Supplier<MergeManager<K, V>> hadoops;

    /** Committed outputs that no merge has taken. */
    @GuardedBy("this")
    private final List<HeldSegment<K, V>> held = new ArrayList<>();

    /** Bytes of outputs that are held or are about to be, without compression. */
    @GuardedBy("this")
    private long heldBytes;

    /** The engine or Hadoop's merge, once one of them does the work. */
    @GuardedBy("this")
    private @Nullable MergeManager<K, V> target;

    @GuardedBy("this")
    private @Nullable EngineMerge<K, V> engine;

    @GuardedBy("this")
    private boolean ended;

    private LazyMerge(
            ShuffleConsumerPlugin.Context<K, V> context,
            long engineFrom,
            Consumer<Throwable> onFailure,
            Supplier<MergeManager<K, V>> hadoops) {
        this.context = context;
        this.engineFrom = engineFrom;
        this.onFailure = onFailure;
        this.hadoops = hadoops;
    }

    /**
     * Opens a merge for a reduce task.
     *
     * @param onFailure takes failures that fail the attempt
     * @param hadoops opens Hadoop's own merge
     * @throws IOException if this Hadoop or this task's settings do not allow it
     */
    public static <K, V> LazyMerge<K, V> open(
            ShuffleConsumerPlugin.Context<K, V> context,
            Consumer<Throwable> onFailure,
            Supplier<MergeManager<K, V>> hadoops)
            throws IOException {
        HadoopMembers.REDUCE_SIDE.check();
        long engineFrom = ClusterKeys.ENGINE_FROM.in(context.getJobConf()::get);
        LazyMerge<K, V> merge = new LazyMerge<>(context, engineFrom, onFailure, hadoops);
        if (engineFrom == 0) {
            merge.openEngine();
        }
        return merge;
    }

    private synchronized MergeManager<K, V> openEngine() throws IOException {
        EngineMerge<K, V> opened = ReduceInput.open(context, onFailure);
        engine = opened;
        target = opened;
        return opened;
    }

    /** Waits while memory is full and is about to get free; after {@link #release}, for ever. */
    @Override
    public void waitForResource() throws InterruptedException {
        MergeManager<K, V> known;
        synchronized (this) {
            // Hadoop's local fetcher knows no end after a failure: it would try again and again.
            while (ended && target == null) {
                wait();
            }
            known = target;
        }
        if (known != null) {
            known.waitForResource();
        }
    }

    @Override
    public @Nullable MapOutput<K, V> reserve(TaskAttemptID map, long bytes, int fetcher)
            throws IOException {
        MergeManager<K, V> known;
        List<HeldSegment<K, V>> taken;
        synchronized (this) {
            if (ended) {
                throw new IOException("the merge of " + context.getReduceId() + " has ended");
            }
            if (target == null && heldBytes + bytes < engineFrom) {
                heldBytes += bytes;
                return new HeldSegment<>(this, context.getJobConf(), map, bytes);
            }
            known = target == null ? engineOrHadoops() : target;
            taken = takeHeld();
        }
        moveAll(taken, known);
        return known.reserve(map, bytes, fetcher);
    }

    @GuardedBy("this")
    private MergeManager<K, V> engineOrHadoops() {
        try {
            return openEngine();
        } catch (IOException | LinkageError | RuntimeException e) {
            LOG.warn("Millrace does not merge the input of this reduce task", e);
            return openHadoops();
        }
    }

    @GuardedBy("this")
    private MergeManager<K, V> openHadoops() {
        MergeManager<K, V> opened = hadoops.get();
        target = opened;
        return opened;
    }

    @GuardedBy("this")
    private List<HeldSegment<K, V>> takeHeld() {
        List<HeldSegment<K, V>> taken = List.copyOf(held);
        held.clear();
        return taken;
    }

    /** Fetchers take outputs for fetched once they are committed: a failure is the attempt's. */
    private void moveAll(List<HeldSegment<K, V>> taken, MergeManager<K, V> to) throws IOException {
        try {
            for (HeldSegment<K, V> each : taken) {
                move(each, to);
            }
        } catch (IOException | RuntimeException e) {
            onFailure.accept(e);
            throw e;
        }
    }

    private void move(HeldSegment<K, V> segment, MergeManager<K, V> to) throws IOException {
        try {
            segment.moveTo(to);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IOException("the move of " + segment.getMapId() + " was interrupted", e);
        }
    }

    /** Takes an output that counts. */
    void commit(HeldSegment<K, V> segment) throws IOException {
        MergeManager<K, V> known;
        synchronized (this) {
            known = target;
            if (known == null) {
                held.add(segment);
                return;
            }
        }
        move(segment, known);
    }

    /** Forgets an output that does not count. */
    synchronized void abort(HeldSegment<K, V> segment) {
        heldBytes -= segment.getSize();
    }

    /** The merged records of all outputs. Called once, when all have been committed. */
    @Override
    public RawKeyValueIterator close() throws Throwable {
        MergeManager<K, V> known;
        List<HeldSegment<K, V>> taken;
        synchronized (this) {
            if (target == null) {
                LOG.info(
                        "Hadoop merges the input of this reduce task: {} bytes are too few for Millrace's engine, which starts from {} ({})",
                        heldBytes,
                        ByteSize.format(engineFrom),
                        ClusterKeys.ENGINE_FROM.name());
            }
            known = target == null ? openHadoops() : target;
            taken = takeHeld();
        }
        moveAll(taken, known);
        return known.close();
    }

    /** Gives everything back, whether or not the task succeeded. May be called twice. */
    public void release() {
        EngineMerge<K, V> opened;
        synchronized (this) {
            ended = true;
            held.clear();
            opened = engine;
            notifyAll();
        }
        if (opened != null) {
            opened.release();
        }
    }
}
