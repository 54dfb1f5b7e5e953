package io.millrace.fuzz.run;

import java.io.IOException;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import org.apache.hadoop.fs.FSDataInputStream;
import org.apache.hadoop.io.DataInputBuffer;
import org.apache.hadoop.io.RawComparator;
import org.apache.hadoop.mapred.Counters;
import org.apache.hadoop.mapred.IFile;
import org.apache.hadoop.mapred.IndexRecord;
import org.apache.hadoop.mapred.JobConf;
import org.apache.hadoop.mapred.MapOutputFile;
import org.apache.hadoop.mapred.RawKeyValueIterator;
import org.apache.hadoop.mapred.ShuffleConsumerPlugin;
import org.apache.hadoop.mapred.SpillRecord;
import org.apache.hadoop.mapred.TaskAttemptID;
import org.apache.hadoop.util.Progress;
import org.jspecify.annotations.Nullable;

/**
 * Merges Hadoop's map outputs so that records with equal keys come in the order of their map tasks,
 * as Millrace promises; Hadoop does not determine their order. For outputs that fit in memory.
 */
public final class StableShuffle<K, V> implements ShuffleConsumerPlugin<K, V> {

    private @Nullable Context<K, V> context;

    private record Entry(byte[] key, byte[] value) {}

    @Override
    public void init(Context<K, V> context) {
        this.context = context;
    }

    @Override
    public RawKeyValueIterator run() throws IOException {
        Context<K, V> task = Objects.requireNonNull(context);
        List<Deque<Entry>> runs = new ArrayList<>();
        Map<TaskAttemptID, MapOutputFile> files = new TreeMap<>(task.getLocalMapFiles());
        for (MapOutputFile file : files.values()) {
            runs.add(read(task, file));
            task.getShuffledMapsCounter().increment(1);
            task.getMergedMapOutputsCounter().increment(1);
        }
        task.getCopyPhase().complete();
        JobConf conf = task.getJobConf();
        @SuppressWarnings("unchecked")
        RawComparator<Object> order = conf.getOutputKeyComparator();
        return new Merged(merge(runs, order));
    }

    private static <K, V> Deque<Entry> read(Context<K, V> task, MapOutputFile file)
            throws IOException {
        Deque<Entry> entries = new ArrayDeque<>();
        IndexRecord index =
                new SpillRecord(file.getOutputIndexFile(), task.getJobConf())
                        .getIndex(task.getReduceId().getTaskID().getId());
        task.getReduceShuffleBytes().increment(index.partLength);
        try (FSDataInputStream in = task.getLocalFS().open(file.getOutputFile())) {
            in.seek(index.startOffset);
            IFile.Reader<K, V> reader =
                    new IFile.Reader<>(
                            task.getJobConf(),
                            in,
                            index.partLength,
                            task.getCodec(),
                            new Counters.Counter());
            DataInputBuffer key = new DataInputBuffer();
            DataInputBuffer value = new DataInputBuffer();
            while (reader.nextRawKey(key)) {
                reader.nextRawValue(value);
                entries.add(new Entry(bytes(key), bytes(value)));
            }
        }
        return entries;
    }

    private static byte[] bytes(DataInputBuffer buffer) {
        return Arrays.copyOfRange(buffer.getData(), buffer.getPosition(), buffer.getLength());
    }

    /** Repeatedly takes the least of the first records; among equal ones, that of the first run. */
    private static Deque<Entry> merge(List<Deque<Entry>> runs, RawComparator<Object> order) {
        Deque<Entry> merged = new ArrayDeque<>();
        runs.removeIf(Deque::isEmpty);
        while (!runs.isEmpty()) {
            Deque<Entry> least = runs.get(0);
            for (Deque<Entry> run : runs.subList(1, runs.size())) {
                if (compare(order, run.getFirst().key(), least.getFirst().key()) < 0) {
                    least = run;
                }
            }
            merged.add(least.removeFirst());
            if (least.isEmpty()) {
                runs.remove(least);
            }
        }
        return merged;
    }

    private static int compare(RawComparator<Object> order, byte[] one, byte[] other) {
        return order.compare(one, 0, one.length, other, 0, other.length);
    }

    @Override
    public void close() {}

    private static final class Merged implements RawKeyValueIterator {

        private final Deque<Entry> entries;
        private final DataInputBuffer key = new DataInputBuffer();
        private final DataInputBuffer value = new DataInputBuffer();
        private final Progress progress = new Progress();

        Merged(Deque<Entry> entries) {
            this.entries = entries;
        }

        @Override
        public DataInputBuffer getKey() {
            return key;
        }

        @Override
        public DataInputBuffer getValue() {
            return value;
        }

        @Override
        public boolean next() {
            Entry next = entries.pollFirst();
            if (next == null) {
                return false;
            }
            key.reset(next.key(), next.key().length);
            value.reset(next.value(), next.value().length);
            return true;
        }

        @Override
        public void close() {}

        @Override
        public Progress getProgress() {
            return progress;
        }
    }
}
