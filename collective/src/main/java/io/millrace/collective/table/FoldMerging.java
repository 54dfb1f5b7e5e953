package io.millrace.collective.table;

import io.millrace.collective.algorithm.Merging;
import io.millrace.collective.config.Order;
import java.io.IOException;
import java.util.Arrays;
import java.util.List;
import org.apache.hadoop.io.DataInputBuffer;
import org.apache.hadoop.io.DataOutputBuffer;

/** Folds as what workers exchange. */
public final class FoldMerging implements Merging<Fold> {

    private final TableTypes types;
    private final Order order;
    private final int maps;

    /** Of an iteration over so many map tasks. */
    public FoldMerging(TableTypes types, Order order, int maps) {
        this.types = types;
        this.order = order;
        this.maps = maps;
    }

    /** A fold of no map task yet. */
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
    public byte[] encode(Fold part) throws IOException {
        DataOutputBuffer out = new DataOutputBuffer();
        part.write(out);
        return Arrays.copyOf(out.getData(), out.getLength());
    }

    @Override
    public Fold decode(byte[] message) throws IOException {
        DataInputBuffer in = new DataInputBuffer();
        in.reset(message, message.length);
        Fold fold = empty();
        fold.read(in);
        return fold;
    }
}
