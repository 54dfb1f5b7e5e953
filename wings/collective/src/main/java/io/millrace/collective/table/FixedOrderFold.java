package io.millrace.collective.table;

import io.millrace.collective.data.KeyValue;
import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * Folds tables along a binary tree whose leaves are the map tasks in their order: siblings, and
 * only those, are combined, the left one first, as soon as both exist. The result therefore depends
 * on the map tasks alone, not on the worker that ran them, the time when they ended, or the path of
 * folds between workers.
 *
 * <pre>
 * level 2        0
 *            /       \
 * level 1   0         1
 *          / \       / \
 * level 0 0   1     2   3     map tasks
 * </pre>
 */
final class FixedOrderFold implements Fold {

    private final TableTypes types;
    private final int maps;
    private final MapSet present;

    /** Nodes that wait for their sibling. */
    private final Map<Node, Table> waiting = new TreeMap<>();

    /** A node of the tree: the {@code index}-th of its level. */
    private record Node(int level, int index) implements Comparable<Node> {

        Node parent() {
            return new Node(level + 1, index >> 1);
        }

        Node sibling() {
            return new Node(level, index ^ 1);
        }

        boolean left() {
            return (index & 1) == 0;
        }

        /** The first map task below it. */
        long first() {
            return (long) index << level;
        }

        @Override
        public int compareTo(Node other) {
            return level != other.level
                    ? Integer.compare(level, other.level)
                    : Integer.compare(index, other.index);
        }
    }

    FixedOrderFold(TableTypes types, int maps) {
        this(types, maps, new MapSet(maps));
    }

    private FixedOrderFold(TableTypes types, int maps, MapSet present) {
        this.types = types;
        this.maps = maps;
        this.present = present;
    }

    @Override
    public void add(int map, Table table) throws IOException {
        present.add(map);
        add(new Node(0, map), table);
    }

    private void add(Node first, Table firstTable) throws IOException {
        Node node = first;
        Table table = firstTable;
        while (node.index() > 0 || 1L << node.level() < maps) {
            Node sibling = node.sibling();
            Table other = waiting.remove(sibling);
            if (other != null && node.left()) {
                table.combine(other);
            } else if (other != null) {
                other.combine(table);
                table = other;
            } else if (sibling.first() < maps) {
                break;
            }
            node = node.parent();
        }
        waiting.put(node, table);
    }

    @Override
    public void combine(Fold other) throws IOException {
        FixedOrderFold more = (FixedOrderFold) other;
        present.addAll(more.present);
        for (Map.Entry<Node, Table> entry : more.waiting.entrySet()) {
            add(entry.getKey(), entry.getValue());
        }
    }

    @Override
    public void combine(DataInput other) throws IOException {
        present.addAll(present.read(other));
        for (int left = other.readInt(); left > 0; left--) {
            Node node = new Node(other.readInt(), other.readInt());
            Table sibling = waiting.remove(node.sibling());
            if (sibling == null) {
                Table table = new Table(types);
                table.read(other, new Table(types));
                add(node, table);
            } else {
                sibling.combine(other, node.left());
                add(node.parent(), sibling);
            }
        }
    }

    @Override
    public List<Fold> split(int pieces, KeyPlace place) throws IOException {
        List<FixedOrderFold> split = new ArrayList<>();
        for (int i = 0; i < pieces; i++) {
            split.add(new FixedOrderFold(types, maps, present.copy()));
        }
        for (Map.Entry<Node, Table> entry : waiting.entrySet()) {
            List<Table> tables = entry.getValue().split(pieces, place);
            for (int i = 0; i < pieces; i++) {
                split.get(i).waiting.put(entry.getKey(), tables.get(i));
            }
        }
        return List.copyOf(split);
    }

    @Override
    public void join(Fold piece) throws IOException {
        FixedOrderFold more = (FixedOrderFold) piece;
        if (waiting.isEmpty()) {
            present.addAll(more.present);
            waiting.putAll(more.waiting);
            return;
        }
        for (Map.Entry<Node, Table> entry : more.waiting.entrySet()) {
            Table own = waiting.putIfAbsent(entry.getKey(), entry.getValue());
            if (own != null) {
                own.combine(entry.getValue());
            }
        }
    }

    @Override
    public List<KeyValue> results() throws IOException {
        present.checkAll();
        List<KeyValue> results = new ArrayList<>();
        for (Table table : waiting.values()) {
            table.forEach((key, value) -> results.add(new KeyValue(key, value)));
        }
        return results;
    }

    @Override
    public void write(DataOutput out) throws IOException {
        present.write(out);
        out.writeInt(waiting.size());
        for (Map.Entry<Node, Table> entry : waiting.entrySet()) {
            out.writeInt(entry.getKey().level());
            out.writeInt(entry.getKey().index());
            entry.getValue().write(out);
        }
    }

    @Override
    public void read(DataInput in, Fold spent) throws IOException {
        present.addAll(present.read(in));
        Iterator<Table> unused = ((FixedOrderFold) spent).waiting.values().iterator();
        for (int left = in.readInt(); left > 0; left--) {
            Node node = new Node(in.readInt(), in.readInt());
            Table table = new Table(types);
            table.read(in, unused.hasNext() ? unused.next() : new Table(types));
            waiting.put(node, table);
        }
    }
}
