package io.millrace.collective.table;

import io.millrace.collective.algorithm.Merging;
import io.millrace.collective.config.Order;
import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.util.List;

/** Lets workers exchange folds. */
public final class FoldMerging implements Merging<Fold> {

    private final TableTypes types;
    private final Order order;
    private final int maps;

    /** The merging of an iteration over {@code maps} map tasks. */
    public FoldMerging(TableTypes types, Order order, int maps) {
        this.types = types;
        this.order = order;
        this.maps = maps;
    }

    /** A fold without map tasks. */
    public Fold empty() {
        return order == Order.FIXED
                ? new FixedOrderFold(types, maps)
                : new AnyOrderFold(types, maps);
    }

    @Override
    public Fold combine(Fold one, Fold other) throws IOException {
        one.combine(other);
        return one;
    }

    @Override
    public Fold combine(Fold one, DataInput other) throws IOException {
        one.combine(other);
        return one;
    }

    @Override
    public List<Fold> split(Fold all, int pieces) throws IOException {
        return all.split(pieces, KeyPlace.byHash(pieces));
    }

    @Override
    public Fold join(List<Fold> pieces) throws IOException {
        Fold all = empty();
        for (Fold piece : pieces) {
            all.join(piece);
        }
        return all;
    }

    @Override
    public void write(Fold part, DataOutput out) throws IOException {
        part.write(out);
    }

    @Override
    public Fold read(DataInput in) throws IOException {
        return readOver(empty(), in);
    }

    @Override
    public Fold readOver(Fold spent, DataInput in) throws IOException {
        Fold fold = empty();
        fold.read(in, spent);
        return fold;
    }
}
