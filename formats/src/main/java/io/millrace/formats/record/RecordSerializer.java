package io.millrace.formats.record;

import io.millrace.engine.record.RecordOutput;
import io.millrace.engine.record.RecordSink;
import io.millrace.formats.registry.FieldWriter;
import java.io.IOException;
import org.jspecify.annotations.Nullable;

/**
 * Serializes keys and values straight into a record sink. The serializers are opened once; a record
 * that fails half-way is taken back. Knows no configuration: {@link RecordSerialization} makes
 * those of a job. Used by one thread at a time.
 */
public final class RecordSerializer<K, V> {

    private final RecordDataOutput out;
    private final FieldWriter<K> keys;
    private final FieldWriter<V> values;
    private @Nullable RecordSink sink;

    /** What writes keys and values without a stream of its own. */
    public RecordSerializer(FieldWriter<K> keys, FieldWriter<V> values) {
        this(new RecordDataOutput(), keys, values);
    }

    /**
     * What writes keys and values.
     *
     * @param out given to them, and goes where records go; some may have opened it before
     */
    RecordSerializer(RecordDataOutput out, FieldWriter<K> keys, FieldWriter<V> values) {
        this.out = out;
        this.keys = keys;
        this.values = values;
    }

    /** From now on records go to {@code target}; null drops them. */
    public void target(@Nullable RecordSink target) {
        sink = target;
        if (target != null) {
            out.target(target.output());
        }
    }

    /**
     * Writes one record.
     *
     * @return its key and value bytes
     */
    public int write(K key, V value, int partition) throws IOException, InterruptedException {
        RecordSink target = sink;
        if (target == null) {
            return 0;
        }
        boolean ended = false;
        try {
            RecordOutput record = target.output();
            keys.write(key, record, out);
            target.endKey();
            values.write(value, record, out);
            int length = record.length();
            target.endRecord(partition);
            ended = true;
            return length;
        } finally {
            if (!ended) {
                target.discardRecord();
            }
        }
    }
}
