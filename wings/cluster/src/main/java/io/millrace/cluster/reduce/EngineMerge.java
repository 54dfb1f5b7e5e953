package io.millrace.cluster.reduce;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import io.millrace.cluster.task.TaskDirectories;
import io.millrace.engine.job.remote.AttemptEngine;
import io.millrace.engine.job.remote.AttemptInput;
import io.millrace.engine.shuffle.input.PartitionInput;
import io.millrace.engine.shuffle.remote.ReceivedOutput;
import io.millrace.formats.record.CursorIterator;
import java.io.Closeable;
import java.io.IOException;
import java.io.InputStream;
import java.lang.ref.Cleaner;
import java.util.HashSet;
import java.util.Set;
import java.util.concurrent.locks.ReentrantLock;
import org.apache.hadoop.io.compress.CodecPool;
import org.apache.hadoop.io.compress.CompressionCodec;
import org.apache.hadoop.io.compress.Decompressor;
import org.apache.hadoop.mapred.Counters;
import org.apache.hadoop.mapred.IFileInputStream;
import org.apache.hadoop.mapred.JobConf;
import org.apache.hadoop.mapred.RawKeyValueIterator;
import org.apache.hadoop.mapred.Reporter;
import org.apache.hadoop.mapred.ShuffleConsumerPlugin;
import org.apache.hadoop.mapreduce.TaskAttemptID;
import org.apache.hadoop.mapreduce.task.reduce.MapOutput;
import org.apache.hadoop.mapreduce.task.reduce.MergeManager;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Keeps and merges the map outputs of a reduce task in an engine. Hadoop's fetchers call {@link
 * #waitForResource} and {@link #reserve}; the task's thread calls {@link #close} when they have
 * ended, and {@link #release} at the end. Thread-safe.
 */
public final class EngineMerge<K, V> implements MergeManager<K, V> {

    private static final Logger LOG = LoggerFactory.getLogger(EngineMerge.class);

    /** Gives back what a failed reducer has left in a JVM that runs further tasks. */
    private static final Cleaner UNUSED = Cleaner.create();

    private final JobConf conf;
    private final @Nullable CompressionCodec codec;
    private final Reporter reporter;
    private final Counters.Counter spilledRecords;
    private final Counters.Counter mergedOutputs;
    private final String who;
    private final TaskDirectories directories;
    private final AttemptEngine engine;
    private final AttemptInput input;
    private final InputMemory memory;
    private final FetchActivity fetchers;
    private final EagerRounds rounds;
    private final DiskMerges merges;

    /** Indexes of map tasks with a published output. */
    @GuardedBy("this")
    private final Set<Integer> committed = new HashSet<>();

    @GuardedBy("this")
    private long recordsCommitted;

    @GuardedBy("this")
    private boolean ended;

    @GuardedBy("this")
    private @Nullable Closeable opened;

    /** Held while everything is given back: who comes second returns when that is done. */
    private final ReentrantLock giveBack = new ReentrantLock();

    EngineMerge(
            ShuffleConsumerPlugin.Context<K, V> context,
            TaskDirectories directories,
            AttemptEngine engine,
            AttemptInput input,
            InputMemory memory,
            FetchActivity fetchers,
            EagerRounds rounds,
            DiskMerges merges) {
        this.conf = context.getJobConf();
        this.codec = context.getCodec();
        this.reporter = context.getReporter();
        this.spilledRecords = context.getSpilledRecordsCounter();
        this.mergedOutputs = context.getMergedMapOutputsCounter();
        this.who = context.getReduceId().toString();
        this.directories = directories;
        this.engine = engine;
        this.input = input;
        this.memory = memory;
        this.fetchers = fetchers;
        this.rounds = rounds;
        this.merges = merges;
    }

    /** Waits while memory is full and is about to get free; after {@link #release}, for ever. */
    @Override
    public void waitForResource() throws InterruptedException {
        synchronized (this) {
            // Hadoop's local fetcher knows no end after a failure: it would try again and again.
            while (ended) {
                wait();
            }
        }
        merges.awaitRoom();
    }

    @Override
    public @Nullable MapOutput<K, V> reserve(TaskAttemptID map, long bytes, int fetcher)
            throws IOException {
        synchronized (this) {
            if (ended) {
                throw new IOException("the merge of " + who + " has ended");
            }
        }
        if (bytes > memory.single()) {
            return new FetchedOutput<>(this, map, bytes, true);
        }
        return merges.admit(bytes) ? new FetchedOutput<>(this, map, bytes, false) : null;
    }

    /** Reads an output from a fetcher, on its thread, and no byte beyond it. */
    ReceivedOutput receive(
            FetchedOutput<K, V> output, InputStream bytes, long stored, long decompressed)
            throws IOException, InterruptedException {
        fetchers.begin();
        Decompressor decompressor = null;
        try {
            InputStream checked = new IFileInputStream(fetchers.watched(bytes), stored, conf);
            InputStream plain = checked;
            if (codec != null) {
                decompressor = CodecPool.getDecompressor(codec);
                plain = codec.createInputStream(checked, decompressor);
            }
            String name = "the output of " + output.getMapId() + " for " + who;
            int task = output.getMapId().getTaskID().getId();
            try (SegmentCursor records = new SegmentCursor(plain, decompressed, name)) {
                ReceivedOutput received = input.receive(task, records, output.toDisk());
                drain(checked);
                return received;
            }
        } finally {
            CodecPool.returnDecompressor(decompressor);
            fetchers.end();
        }
    }

    /** Reads what a codec has left: the next output follows in the same stream. */
    private static void drain(InputStream segment) throws IOException {
        byte[] rest = new byte[512];
        int read;
        do {
            read = segment.read(rest, 0, rest.length);
        } while (read >= 0);
    }

    /** Publishes an output, unless another attempt of its map task has been published. */
    void commit(FetchedOutput<K, V> output, ReceivedOutput received) {
        boolean counts;
        synchronized (this) {
            counts = !ended && committed.add(output.getMapId().getTaskID().getId());
            if (counts) {
                recordsCommitted += received.records();
                received.publish();
            }
        }
        if (!counts) {
            LOG.warn("{} already has an output of {}'s task", who, output.getMapId());
            received.close();
        }
        rounds.mapCommitted();
        arrived(output);
    }

    /** Gives back an output that does not count. */
    void abort(FetchedOutput<K, V> output, @Nullable ReceivedOutput received) {
        if (received != null) {
            received.close();
        }
        arrived(output);
    }

    private void arrived(FetchedOutput<K, V> output) {
        if (!output.toDisk()) {
            merges.arrived(output.getSize());
        }
    }

    /** The merged records of all outputs. Called once, when all have been committed. */
    @Override
    public RawKeyValueIterator close() throws IOException, InterruptedException {
        rounds.end();
        merges.finish();
        input.end();
        reporter.progress();
        input.moveToDisk(memory.kept());
        long records;
        synchronized (this) {
            records = recordsCommitted - input.usefulWork().recordsSaved();
            mergedOutputs.increment(committed.size());
        }
        reporter.progress();
        PartitionInput merged = input.open();
        synchronized (this) {
            opened = merged;
        }
        spilledRecords.increment(merged.spilledRecords());
        deleteOpenFiles();
        RawKeyValueIterator iterator =
                new CursorIterator(
                        new CompleteCursor(merged.records(), records, who),
                        share -> reporter.progress());
        UNUSED.register(iterator, this::release);
        return iterator;
    }

    /** Hadoop tells nobody when the reducer fails; open files can be read without a name. */
    private void deleteOpenFiles() {
        try {
            directories.close();
        } catch (IOException e) {
            LOG.debug("Files of {} stay until it ends", who, e);
        }
    }

    /**
     * Gives everything back, whether or not the task succeeded. May be called twice, also on two
     * threads; nothing is left when a call returns.
     */
    public void release() {
        giveBack.lock();
        try {
            releaseOnce();
        } finally {
            giveBack.unlock();
        }
    }

    private void releaseOnce() {
        Closeable merged;
        synchronized (this) {
            if (ended) {
                return;
            }
            ended = true;
            merged = opened;
        }
        try (directories;
                engine;
                input) {
            merges.drop();
            rounds.end();
            if (merged != null) {
                merged.close();
            }
        } catch (IOException e) {
            LOG.warn("Cannot delete temporary files of {}", who, e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
