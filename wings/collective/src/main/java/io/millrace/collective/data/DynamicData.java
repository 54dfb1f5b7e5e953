package io.millrace.collective.data;

import java.io.IOException;
import java.util.HashMap;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.NoSuchElementException;
import java.util.stream.Stream;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.io.Writable;
import org.apache.hadoop.mapreduce.JobContext;
import org.jspecify.annotations.Nullable;

/**
 * The data that varies between iterations of a loop: records, in key order if an iteration produced
 * them. Tasks of an iteration read it, but must change neither it nor its objects, because the
 * tasks of a worker share them. Used by one thread at a time.
 */
public final class DynamicData implements Iterable<KeyValue> {

    /** The key of a file that holds the data, for tasks of a plain job. */
    public static final String FILE = "io.millrace.collective.data.file";

    public static final DynamicData EMPTY = new DynamicData(List.of());

    private final List<KeyValue> records;
    private @Nullable Map<Writable, Writable> byKey;

    /** Data of these records. */
    public DynamicData(List<KeyValue> records) {
        this.records = List.copyOf(records);
    }

    /** Data of one record. */
    public static DynamicData of(Writable key, Writable value) {
        return new DynamicData(List.of(new KeyValue(key, value)));
    }

    /**
     * The data for a task of the running iteration. If iterations are plain jobs, this reads a
     * file: call it once per task, in {@code setup}.
     *
     * @throws IllegalStateException if the task is not part of a loop
     */
    public static DynamicData of(JobContext context) throws IOException {
        return of(context.getConfiguration());
    }

    /** The same, for code that has the task's configuration. */
    public static DynamicData of(Configuration conf) throws IOException {
        if (conf instanceof IterationConf iteration) {
            return iteration.data();
        }
        String file = conf.get(FILE);
        if (file == null) {
            throw new IllegalStateException(
                    "this task has no loop-variant data, because it is not part of a"
                            + " loop: run its job with an IterativeJob, and pass the configuration"
                            + " that the task was given");
        }
        return Share.ofTask(conf, LoopState.read(conf, new Path(file)).data());
    }

    public int size() {
        return records.size();
    }

    public boolean isEmpty() {
        return records.isEmpty();
    }

    public Stream<KeyValue> stream() {
        return records.stream();
    }

    @Override
    public Iterator<KeyValue> iterator() {
        return records.iterator();
    }

    /** The value of a key; null if there is none. Keys are compared by {@code equals}. */
    public @Nullable Writable find(Writable key) {
        Map<Writable, Writable> map = byKey;
        if (map == null) {
            map = new HashMap<>();
            for (KeyValue keyValue : records) {
                map.put(keyValue.key(), keyValue.value());
            }
            byKey = map;
        }
        return map.get(key);
    }

    /**
     * The value of a key.
     *
     * @throws NoSuchElementException if there is none
     */
    public <V extends Writable> V get(Writable key, Class<V> type) {
        Writable value = find(key);
        if (value == null) {
            throw new NoSuchElementException(
                    "there is no key " + key + " among the " + size() + " of this iteration");
        }
        return type.cast(value);
    }
}
