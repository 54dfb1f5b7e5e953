package io.millrace.hadoop.group;

import io.millrace.engine.record.KeyOrder;
import io.millrace.engine.record.RecordCursor;
import io.millrace.formats.meter.Pacer;
import io.millrace.formats.record.RecordDeserializer;
import java.io.IOException;
import java.util.Iterator;
import java.util.NoSuchElementException;
import java.util.function.DoubleConsumer;
import org.apache.hadoop.io.DataInputBuffer;
import org.apache.hadoop.io.RawComparator;
import org.apache.hadoop.mapred.JobConf;
import org.apache.hadoop.mapreduce.Counter;
import org.apache.hadoop.mapreduce.OutputCommitter;
import org.apache.hadoop.mapreduce.RecordWriter;
import org.apache.hadoop.mapreduce.ReduceContext;
import org.apache.hadoop.mapreduce.StatusReporter;
import org.apache.hadoop.mapreduce.TaskAttemptID;
import org.apache.hadoop.mapreduce.task.TaskInputOutputContextImpl;
import org.jspecify.annotations.Nullable;

/**
 * The context of a new-API reducer or combiner, directly on the engine's records: groups them and
 * fills one key and one value object. All results equal those of its twin, Hadoop's own context,
 * which deserializes through streams. Used by one thread, except that any thread may write.
 */
public final class GroupContext extends TaskInputOutputContextImpl<Object, Object, Object, Object>
        implements ReduceContext<Object, Object, Object, Object> {

    private final RecordCursor records;
    private final DoubleConsumer onProgress;
    private final RawComparator<?> grouping;
    private final boolean reflexive;
    private final @Nullable KeyOrder order;
    private final RecordDeserializer<Object, Object> deserializer;
    private final Counter groupCounter;
    private final Counter recordCounter;
    private final MarkedValues marked;
    private final Values values = new Values();
    private final Iterable<Object> iterable = new ValueList();
    private final Pacer pacer = new Pacer();
    private @Nullable GroupSizes sizes;
    private @Nullable Object key;
    private @Nullable Object value;

    /** The current key as bytes; the cursor is already at the next record. */
    private byte[] rawKey = new byte[64];

    private int rawKeyLength;
    private long prefix;

    /** Whether the cursor is at a record, the one after the current. */
    private boolean more;

    /** Whether that record belongs to the current group. */
    private boolean sameGroup;

    /** Whether the current record is the first of its group and not yet handed out. */
    private boolean first;

    /**
     * Starts before the first group of {@code records}, which the caller lends.
     *
     * @param onProgress receives at intervals the share of the records read, 0 to 1
     * @param grouping decides which keys form a group
     * @param deserializer deserializes the job's map output
     * @param committer null for a combiner, which has none
     */
    @SuppressWarnings({
        "unchecked", // a job's classes are known only at run time
        "NullAway" // Hadoop's combiners have no committer either
    })
    public GroupContext(
            JobConf conf,
            TaskAttemptID attempt,
            RecordCursor records,
            DoubleConsumer onProgress,
            Grouping grouping,
            RecordDeserializer<Object, Object> deserializer,
            Counter groupCounter,
            Counter recordCounter,
            RecordWriter<Object, Object> writer,
            @Nullable OutputCommitter committer,
            StatusReporter reporter)
            throws IOException {
        super(conf, attempt, writer, committer, reporter);
        Class<Object> keyClass = (Class<Object>) conf.getMapOutputKeyClass();
        Class<Object> valueClass = (Class<Object>) conf.getMapOutputValueClass();
        this.records = records;
        this.onProgress = onProgress;
        this.grouping = grouping.comparator();
        this.reflexive = grouping.reflexive();
        this.order = grouping.order();
        this.deserializer = deserializer;
        this.groupCounter = groupCounter;
        this.recordCounter = recordCounter;
        this.marked = new MarkedValues(conf, attempt, keyClass, valueClass);
        advance();
    }

    /** Measures the groups from now on, before the first of them. */
    public void measure(GroupSizes measured) {
        sizes = measured;
    }

    @Override
    public boolean nextKey() throws IOException {
        while (more && sameGroup) {
            nextKeyValue();
        }
        if (!more) {
            endGroup();
            return false;
        }
        groupCounter.increment(1);
        return nextKeyValue();
    }

    @Override
    public boolean nextKeyValue() throws IOException {
        if (!more) {
            endGroup();
            key = null;
            value = null;
            return false;
        }
        first = !sameGroup;
        if (first) {
            endGroup();
        }
        key = deserializer.key(records, key);
        value = deserializer.value(records, value);
        marked.note(records);
        keepKey();
        if (sizes != null) {
            sizes.add(rawKeyLength, records.valueLength());
        }
        advance();
        recordCounter.increment(1);
        return true;
    }

    private void endGroup() {
        if (sizes != null) {
            sizes.end(key);
        }
    }

    private void keepKey() {
        if (records.sameKey()) {
            return;
        }
        rawKeyLength = records.keyLength();
        if (rawKey.length < rawKeyLength) {
            rawKey = new byte[Math.max(rawKeyLength, 2 * rawKey.length)];
        }
        System.arraycopy(records.keyBytes(), records.keyOffset(), rawKey, 0, rawKeyLength);
        prefix = records.prefix();
    }

    private void advance() throws IOException {
        more = records.next();
        sameGroup = more && key != null && isOfGroup();
        if (pacer.due() || !more) {
            onProgress.accept(more ? records.progress() : 1);
        }
    }

    /** Whether the record under the cursor belongs to the group of the kept key. */
    private boolean isOfGroup() {
        if (reflexive && records.sameKey()) {
            return true;
        }
        if (order != null) {
            if (records.prefix() != prefix) {
                return false;
            }
            if (order.prefixDecides(prefix)) {
                return true;
            }
        }
        return grouping.compare(
                        rawKey,
                        0,
                        rawKeyLength,
                        records.keyBytes(),
                        records.keyOffset(),
                        records.keyLength())
                == 0;
    }

    @Override
    @SuppressWarnings("NullAway") // null outside of a group, as in Hadoop
    public Object getCurrentKey() {
        return key;
    }

    @Override
    @SuppressWarnings("NullAway")
    public Object getCurrentValue() {
        return value;
    }

    @Override
    public Iterable<Object> getValues() {
        return iterable;
    }

    /** The same iterator each time, as in Hadoop. */
    private final class ValueList implements Iterable<Object> {

        @Override
        public Iterator<Object> iterator() {
            return values;
        }
    }

    private final class Values implements ReduceContext.ValueIterator<Object> {

        @Override
        public boolean hasNext() {
            try {
                return first || sameGroup || marked.hasNext();
            } catch (IOException e) {
                throw new RuntimeException("hasNext failed", e);
            }
        }

        @Override
        @SuppressWarnings("NullAway") // there is a current value within a group
        public Object next() {
            try {
                DataInputBuffer replayed = marked.next();
                if (replayed != null) {
                    int at = replayed.getPosition();
                    value =
                            deserializer.value(
                                    replayed.getData(), at, replayed.getLength() - at, value);
                } else if (first) {
                    first = false;
                } else if (sameGroup) {
                    nextKeyValue();
                } else {
                    throw new NoSuchElementException("iterate past last value");
                }
                return value;
            } catch (IOException e) {
                throw new RuntimeException("next value iterator failed", e);
            }
        }

        @Override
        public void remove() {
            throw new UnsupportedOperationException("remove not implemented");
        }

        @Override
        @SuppressWarnings("NullAway") // there is a current record within a group
        public void mark() throws IOException {
            marked.mark(key, value);
        }

        @Override
        public void reset() throws IOException {
            marked.replay();
        }

        @Override
        public void clearMark() throws IOException {
            marked.clear();
        }

        @Override
        public void resetBackupStore() throws IOException {
            marked.forget();
        }
    }
}
