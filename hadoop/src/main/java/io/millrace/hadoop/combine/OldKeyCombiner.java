package io.millrace.hadoop.combine;

import io.millrace.engine.record.RecordCursor;
import io.millrace.hadoop.record.RecordDeserializer;
import java.io.IOException;
import java.util.Iterator;
import java.util.NoSuchElementException;
import org.apache.hadoop.mapred.Reducer;
import org.apache.hadoop.mapred.Reporter;
import org.apache.hadoop.util.ReflectionUtils;
import org.jspecify.annotations.Nullable;

/**
 * An old-API combiner that is given one key at a time. It is its own values iterator. As in Hadoop,
 * the key object stays untouched while its values are read, and only values that are asked for
 * count.
 */
@SuppressWarnings({"rawtypes", "unchecked"}) // the classes of a job are known at run time only
final class OldKeyCombiner implements KeyCombiner, Iterator<Object> {

    private final Reducer combiner;
    private final RecordDeserializer<Object, Object> deserializer;
    private final CombineOutput output;
    private final Reporter reporter;
    private @Nullable Object key;
    private @Nullable Object otherKey;
    private @Nullable Object value;
    private @Nullable RecordCursor records;
    private boolean more;
    private long input;

    private OldKeyCombiner(
            Reducer combiner,
            RecordDeserializer<Object, Object> deserializer,
            CombineOutput output,
            Reporter reporter) {
        this.combiner = combiner;
        this.deserializer = deserializer;
        this.output = output;
        this.reporter = reporter;
    }

    static OldKeyCombiner open(
            CombineSettings settings,
            Class<? extends Reducer> type,
            CombineOutput output,
            Reporter reporter)
            throws IOException {
        Reducer combiner = ReflectionUtils.newInstance(type, settings.conf);
        return new OldKeyCombiner(combiner, settings.deserializer(), output, reporter);
    }

    @Override
    public void combine(RecordCursor values) throws IOException {
        records = values;
        more = values.next();
        if (more) {
            Object current = deserializer.key(values, otherKey);
            otherKey = key;
            key = current;
            combiner.reduce(current, this, output, reporter);
        }
    }

    @Override
    public boolean hasNext() {
        return more;
    }

    @Override
    public Object next() {
        RecordCursor cursor = records;
        if (!more || cursor == null) {
            throw new NoSuchElementException("iterate past last value");
        }
        input++;
        try {
            Object current = deserializer.value(cursor, value);
            value = current;
            more = cursor.next();
            return current;
        } catch (IOException e) {
            throw new RuntimeException("problem advancing to the next value of key " + key, e);
        }
    }

    @Override
    public void end() throws IOException {
        combiner.close();
    }

    @Override
    public long takeInput() {
        long taken = input;
        input = 0;
        return taken;
    }
}
