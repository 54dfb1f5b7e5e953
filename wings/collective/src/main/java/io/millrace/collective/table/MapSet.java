package io.millrace.collective.table;

import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.util.BitSet;

/** The map tasks that a fold includes. */
final class MapSet {

    private final int maps;
    private final BitSet present = new BitSet();

    MapSet(int maps) {
        this.maps = maps;
    }

    void add(int map) throws IOException {
        if (present.get(map)) {
            throw duplicate(map);
        }
        present.set(map);
    }

    void addAll(MapSet other) throws IOException {
        if (present.intersects(other.present)) {
            BitSet both = (BitSet) present.clone();
            both.and(other.present);
            throw duplicate(both.nextSetBit(0));
        }
        present.or(other.present);
    }

    /** A copy with the same map tasks. */
    MapSet copy() {
        MapSet copy = new MapSet(maps);
        copy.present.or(present);
        return copy;
    }

    private static IOException duplicate(int map) {
        return new IOException("map task " + map + " has contributed twice to an iteration");
    }

    void checkAll() throws IOException {
        int missing = present.nextClearBit(0);
        if (missing < maps) {
            throw new IOException("map task " + missing + " has not contributed to an iteration");
        }
    }

    void write(DataOutput out) throws IOException {
        byte[] bytes = present.toByteArray();
        out.writeInt(bytes.length);
        out.write(bytes);
    }

    /** Reads the output of {@link #write}: another set of the same map tasks. */
    MapSet read(DataInput in) throws IOException {
        byte[] bytes = new byte[in.readInt()];
        in.readFully(bytes);
        MapSet read = new MapSet(maps);
        read.present.or(BitSet.valueOf(bytes));
        return read;
    }
}
