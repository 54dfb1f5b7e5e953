package io.millrace.hadoop.task;

import java.io.IOException;
import java.util.HashSet;
import java.util.Set;
import org.apache.hadoop.mapred.RawKeyValueIterator;
import org.apache.hadoop.mapred.ShuffleConsumerPlugin;
import org.apache.hadoop.mapreduce.task.reduce.MergeManager;
import org.apache.hadoop.mapreduce.task.reduce.Shuffle;
import org.jspecify.annotations.Nullable;

/**
 * Hadoop's own shuffle, adapted to a process that survives its failure: Hadoop relies on the end of
 * the process to stop its threads, and its local fetcher would retry the same file for ever.
 */
public final class FileShuffle extends Shuffle<Object, Object> {

    private final Set<Thread> failed = new HashSet<>();
    private @Nullable MergeManager<Object, Object> merger;

    @Override
    @SuppressWarnings("rawtypes") // as Hadoop declares it
    protected MergeManager<Object, Object> createMergeManager(
            ShuffleConsumerPlugin.Context context) {
        MergeManager<Object, Object> made = super.createMergeManager(context);
        merger = made;
        return made;
    }

    @Override
    public RawKeyValueIterator run() throws IOException, InterruptedException {
        boolean merged = false;
        try {
            RawKeyValueIterator records = super.run();
            merged = true;
            return records;
        } finally {
            if (!merged) {
                endMergeThreads();
            }
        }
    }

    private void endMergeThreads() {
        MergeManager<Object, Object> made = merger;
        if (made == null) {
            return;
        }
        try {
            made.close();
        } catch (Throwable e) { // the declared type; the shuffle's failure is already reported
            Thread.currentThread().interrupt();
        }
    }

    /**
     * Called on the failed thread. A thread that fails a second time has not stopped, and is ended
     * here.
     */
    @Override
    public synchronized void reportException(Throwable failure) {
        super.reportException(failure);
        if (!failed.add(Thread.currentThread())) {
            throw new IllegalStateException("the shuffle has failed", failure);
        }
    }
}
