package io.millrace.hadoop.combine;

import io.millrace.engine.record.RecordCursor;
import io.millrace.hadoop.record.RecordDeserializer;
import java.io.IOException;
import java.util.NoSuchElementException;
import org.apache.hadoop.mapreduce.ReduceContext;
import org.apache.hadoop.mapreduce.StatusReporter;
import org.apache.hadoop.mapreduce.TaskAttemptID;
import org.apache.hadoop.mapreduce.task.TaskInputOutputContextImpl;
import org.jspecify.annotations.Nullable;

/**
 * The context of a new-API combiner that is given one key at a time. One key and one value object
 * are used over and over. All records of a fold have the same key bytes, so the key is deserialized
 * once for all of them, where Hadoop does it again for each; that shows only to a combiner that
 * changes its key, goes on to the next value and expects the old key back.
 */
final class FoldContext extends TaskInputOutputContextImpl<Object, Object, Object, Object>
        implements ReduceContext<Object, Object, Object, Object> {

    private final RecordDeserializer<Object, Object> deserializer;
    private final CombineOutput output;
    private final Values values = new Values();
    private final Iterable<Object> iterable = new ValueList();
    private @Nullable RecordCursor records;
    private @Nullable Object key;
    private @Nullable Object value;

    /** Whether the first value of the fold is deserialized and not yet handed out. */
    private boolean first;

    /** Whether the cursor is at a value that is not yet deserialized. */
    private boolean more;

    private long input;

    @SuppressWarnings("NullAway") // a combiner has no committer, and Hadoop gives it null, too
    FoldContext(
            CombineSettings settings,
            TaskAttemptID attempt,
            CombineOutput output,
            StatusReporter reporter)
            throws IOException {
        super(settings.conf, attempt, output, null, reporter);
        this.deserializer = settings.deserializer();
        this.output = output;
    }

    /** Starts a fold; false if it has no record. */
    boolean open(RecordCursor cursor) throws IOException {
        records = cursor;
        more = cursor.next();
        if (!more) {
            return false;
        }
        key = deserializer.key(cursor, key);
        readValue(cursor);
        first = true;
        return true;
    }

    /** Counts the values that the combiner left, as Hadoop does. */
    void skipRest() throws IOException {
        RecordCursor cursor = records;
        while (more && cursor != null) {
            input++;
            more = cursor.next();
        }
    }

    /** Says that no fold follows: what cleanup sees. */
    void end() {
        records = null;
        more = false;
        first = false;
        key = null;
        value = null;
    }

    long takeInput() {
        long taken = input;
        input = 0;
        return taken;
    }

    private void readValue(RecordCursor cursor) throws IOException {
        value = deserializer.value(cursor, value);
        input++;
        more = cursor.next();
    }

    @Override
    public void write(Object outKey, Object outValue) throws IOException, InterruptedException {
        output.write(outKey, outValue);
    }

    @Override
    public boolean nextKey() {
        return false;
    }

    @Override
    public boolean nextKeyValue() throws IOException {
        RecordCursor cursor = records;
        if (!more || cursor == null) {
            return false;
        }
        first = false;
        readValue(cursor);
        return true;
    }

    @Override
    @SuppressWarnings("NullAway") // null outside of a fold, as in Hadoop
    public Object getCurrentKey() {
        return key;
    }

    @Override
    @SuppressWarnings("NullAway") // null outside of a fold, as in Hadoop
    public Object getCurrentValue() {
        return value;
    }

    @Override
    public Iterable<Object> getValues() {
        return iterable;
    }

    private final class ValueList implements Iterable<Object> {
        @Override
        public Values iterator() {
            return values;
        }
    }

    /**
     * The values of the fold: one iterator for all folds, as Hadoop's contexts have one for all
     * groups.
     */
    private final class Values implements ReduceContext.ValueIterator<Object> {

        @Override
        public boolean hasNext() {
            return first || more;
        }

        @Override
        public Object next() {
            if (first) {
                first = false;
                return getCurrentValue();
            }
            RecordCursor cursor = records;
            if (!more || cursor == null) {
                throw new NoSuchElementException("iterate past last value");
            }
            try {
                readValue(cursor);
            } catch (IOException e) {
                throw new RuntimeException("next value iterator failed", e);
            }
            return getCurrentValue();
        }

        @Override
        public void remove() {
            throw new UnsupportedOperationException("remove not implemented");
        }

        @Override
        public void resetBackupStore() {}

        @Override
        public void mark() {
            throw new UnsupportedOperationException(
                    "a combiner that marks its values needs them in a sorted run: "
                            + "set millrace.collector.kind=sort for this job");
        }

        @Override
        public void reset() throws IOException {
            throw new IOException("Reset called without a previous mark");
        }

        @Override
        public void clearMark() {}
    }
}
