package io.millrace.collective.table;

import io.millrace.collective.operation.NumberOperation;
import io.millrace.collective.operation.Numbers;
import io.millrace.collective.operation.Operation;
import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.hadoop.io.DataOutputBuffer;
import org.apache.hadoop.io.Writable;
import org.jspecify.annotations.Nullable;

/**
 * The values of each key, folded into one state. Keys are equal if their bytes are. Used by one
 * thread.
 */
public final class Table {

    private final TableTypes types;
    private final Operation<Writable, Writable> operation;

    /** The operation if its states are {@link Numbers}, which can be combined as they are read. */
    private final @Nullable NumberOperation numbers;

    private final Map<TableKey, Writable> states = new HashMap<>();
    private final DataOutputBuffer keyBuffer = new DataOutputBuffer();

    public Table(TableTypes types) {
        this.types = types;
        this.operation = types.operation();
        this.numbers = types.numbers();
    }

    /** Adds a record of a mapper, which may reuse both objects. */
    public void add(Writable key, Writable value) throws IOException {
        keyBuffer.reset();
        key.write(keyBuffer);
        byte[] bytes = new byte[keyBuffer.getLength()];
        System.arraycopy(keyBuffer.getData(), 0, bytes, 0, bytes.length);
        TableKey at = new TableKey(bytes);
        Writable state = states.get(at);
        if (state == null) {
            state = operation.newState();
            states.put(at, state);
        }
        try {
            operation.add(state, value);
        } catch (IllegalArgumentException e) {
            throw types.atKey(at.bytes(), e);
        }
    }

    /** Adds all of another table and uses it up. */
    void combine(Table other) throws IOException {
        for (Map.Entry<TableKey, Writable> entry : other.states.entrySet()) {
            Writable own = states.putIfAbsent(entry.getKey(), entry.getValue());
            if (own != null) {
                try {
                    operation.combine(own, entry.getValue());
                } catch (IllegalArgumentException e) {
                    throw types.atKey(entry.getKey().bytes(), e);
                }
            }
        }
    }

    /**
     * Adds all of a table that another worker has written.
     *
     * @param first whether the other table comes first in the order of operations
     */
    void combine(DataInput in, boolean first) throws IOException {
        for (int left = in.readInt(); left > 0; left--) {
            TableKey key = readKey(in);
            Writable own = states.get(key);
            try {
                states.put(key, own == null ? readState(in) : combined(own, in, first));
            } catch (IllegalArgumentException e) {
                throw types.atKey(key.bytes(), e);
            }
        }
    }

    private Writable combined(Writable own, DataInput in, boolean first) throws IOException {
        if (numbers != null) {
            ((Numbers) own).combine(numbers, in);
            return own;
        }
        Writable other = readState(in);
        if (first) {
            operation.combine(other, own);
            return other;
        }
        operation.combine(own, other);
        return own;
    }

    /** Splits into tables of different keys; uses this one up. */
    List<Table> split(int pieces, KeyPlace place) throws IOException {
        List<Table> split = new ArrayList<>();
        for (int i = 0; i < pieces; i++) {
            split.add(new Table(types));
        }
        for (Map.Entry<TableKey, Writable> entry : states.entrySet()) {
            split.get(place.of(entry.getKey().bytes()))
                    .states
                    .put(entry.getKey(), entry.getValue());
        }
        return split;
    }

    /** Calls with each key and its result; uses the table up. */
    void forEach(Results results) throws IOException {
        for (Map.Entry<TableKey, Writable> entry : states.entrySet()) {
            results.take(types.key(entry.getKey().bytes()), operation.result(entry.getValue()));
        }
    }

    /** Receives the result of a key. */
    interface Results {
        void take(Writable key, Writable value);
    }

    void write(DataOutput out) throws IOException {
        out.writeInt(states.size());
        for (Map.Entry<TableKey, Writable> entry : states.entrySet()) {
            byte[] key = entry.getKey().bytes();
            out.writeInt(key.length);
            out.write(key);
            entry.getValue().write(out);
        }
    }

    /** Reads the output of {@link #write}; may take over numbers of a table that is spent. */
    void read(DataInput in, Table spent) throws IOException {
        for (int left = in.readInt(); left > 0; left--) {
            TableKey key = readKey(in);
            Writable reused = numbers == null ? null : spent.states.remove(key);
            if (reused == null) {
                states.put(key, readState(in));
            } else {
                reused.readFields(in);
                states.put(key, reused);
            }
        }
    }

    private static TableKey readKey(DataInput in) throws IOException {
        byte[] key = new byte[in.readInt()];
        in.readFully(key);
        return new TableKey(key);
    }

    private Writable readState(DataInput in) throws IOException {
        Writable state = operation.newState();
        state.readFields(in);
        return state;
    }
}
