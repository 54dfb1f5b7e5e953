package io.millrace.collective.algorithm;

import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** Sums by key, as the simplest thing that can be combined, cut and joined. */
final class Sums implements Merging<Map<Integer, Long>> {

    @Override
    public Map<Integer, Long> combine(Map<Integer, Long> one, Map<Integer, Long> other) {
        other.forEach((key, value) -> one.merge(key, value, Long::sum));
        return one;
    }

    @Override
    public List<Map<Integer, Long>> split(Map<Integer, Long> all, int pieces) {
        List<Map<Integer, Long>> split = new ArrayList<>();
        for (int i = 0; i < pieces; i++) {
            split.add(new TreeMap<>());
        }
        all.forEach((key, value) -> split.get(key % pieces).put(key, value));
        return split;
    }

    @Override
    public Map<Integer, Long> join(List<Map<Integer, Long>> pieces) {
        Map<Integer, Long> all = new TreeMap<>();
        pieces.forEach(all::putAll);
        return all;
    }

    @Override
    public void write(Map<Integer, Long> part, DataOutput out) throws IOException {
        out.writeInt(part.size());
        for (Map.Entry<Integer, Long> entry : part.entrySet()) {
            out.writeInt(entry.getKey());
            out.writeLong(entry.getValue());
        }
    }

    @Override
    public Map<Integer, Long> read(DataInput in) throws IOException {
        Map<Integer, Long> part = new TreeMap<>();
        for (int left = in.readInt(); left > 0; left--) {
            part.put(in.readInt(), in.readLong());
        }
        return part;
    }
}
