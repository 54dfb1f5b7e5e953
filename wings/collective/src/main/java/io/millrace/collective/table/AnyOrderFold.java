package io.millrace.collective.table;

import io.millrace.collective.data.KeyValue;
import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/** Folds tables in order of arrival. Used by the worker's thread. */
final class AnyOrderFold implements Fold {

    private final TableTypes types;
    private MapSet maps;
    private Table table;

    AnyOrderFold(TableTypes types, int maps) {
        this(types, new MapSet(maps), new Table(types));
    }

    private AnyOrderFold(TableTypes types, MapSet maps, Table table) {
        this.types = types;
        this.maps = maps;
        this.table = table;
    }

    @Override
    public void add(int map, Table more) throws IOException {
        maps.add(map);
        table.combine(more);
    }

    @Override
    public void combine(Fold other) throws IOException {
        AnyOrderFold more = (AnyOrderFold) other;
        maps.addAll(more.maps);
        table.combine(more.table);
    }

    @Override
    public void combine(DataInput other) throws IOException {
        maps.addAll(maps.read(other));
        table.combine(other, false);
    }

    @Override
    public List<Fold> split(int pieces, KeyPlace place) throws IOException {
        List<Fold> split = new ArrayList<>();
        for (Table piece : table.split(pieces, place)) {
            split.add(new AnyOrderFold(types, maps.copy(), piece));
        }
        return split;
    }

    @Override
    public void join(Fold piece) throws IOException {
        AnyOrderFold more = (AnyOrderFold) piece;
        maps = more.maps;
        table.combine(more.table);
    }

    @Override
    public List<KeyValue> results() throws IOException {
        maps.checkAll();
        List<KeyValue> results = new ArrayList<>();
        table.forEach((key, value) -> results.add(new KeyValue(key, value)));
        return results;
    }

    @Override
    public void write(DataOutput out) throws IOException {
        maps.write(out);
        table.write(out);
    }

    @Override
    public void read(DataInput in, Fold spent) throws IOException {
        maps.addAll(maps.read(in));
        table.read(in, ((AnyOrderFold) spent).table);
    }
}
