package io.millrace.formats.record;

import io.millrace.engine.record.RecordOutput;
import io.millrace.engine.record.RecordSink;
import io.millrace.formats.registry.FieldWriter;
import java.io.IOException;
import org.jspecify.annotations.Nullable;

/**
 * Serializes keys and values directly into a record sink. Opens the serializers once, and discards
 * a record that fails half-way. Independent of configurations: {@link RecordSerialization} creates
 * the serializer of a job. Used by one thread at a time.
 */
public final class RecordSerializer<K, V> {

    private final RecordDataOutput out;
    private final FieldWriter<K> keys;
    private final FieldWriter<V> values;
    private @Nullable RecordSink sink;

    /** Combines a writer of keys and a writer of values that open no stream. */
    public RecordSerializer(FieldWriter<K> keys, FieldWriter<V> values) {
        this(new RecordDataOutput(), keys, values);
    }

    /**
     * Combines a writer of keys and a writer of values.
     *
     * @param out the stream passed to both, which writes to the target; they may have opened it
     *     already
     */
    RecordSerializer(RecordDataOutput out, FieldWriter<K> keys, FieldWriter<V> values) {
        this.out = out;
        this.keys = keys;
        this.values = values;
    }

    /** Sends records to {@code target} from now on; null drops them. */
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
