package io.millrace.engine.merge;

import io.millrace.engine.record.CompositeCursor;
import io.millrace.engine.record.KeyOrder;
import io.millrace.engine.record.RecordCursor;
import io.millrace.engine.task.AttemptGuard;
import java.io.Closeable;
import java.io.IOException;
import java.util.List;

/**
 * Merges sorted cursors with a tree of losers (Knuth, The Art of Computer Programming 3, 5.4.1):
 * each step compares the winner's next record only with the records that it last beat. Prefixes
 * decide most comparisons; the key order is called only if they are equal. Equal keys come in the
 * order of the cursors.
 *
 * <p>Used by one thread at a time.
 */
final class MergeCursor extends CompositeCursor {

    private final RecordCursor[] cursors;
    private final KeyOrder order;
    private final long[] prefixes;
    private final boolean[] ended;

    /**
     * The prefixes without their last bit, so that differences do not overflow; ended cursors rank
     * last.
     */
    private final long[] ranks;

    /**
     * {@code losers[0]} is the overall winner; node {@code n}'s children are {@code 2n} and {@code
     * 2n + 1}.
     */
    private final int[] losers;

    /** Whether values must be fetched. */
    private final boolean leavesValues;

    private final AttemptGuard guard;
    private boolean started;
    private boolean sameKey;

    /**
     * A merge of at least one cursor, which it owns.
     *
     * @param guard a revoked attempt gets no further record
     * @param resources closed with this cursor
     */
    MergeCursor(
            List<RecordCursor> sorted, KeyOrder order, AttemptGuard guard, Closeable resources) {
        super(sorted, resources);
        this.cursors = sorted.toArray(RecordCursor[]::new);
        this.order = order;
        this.leavesValues = sorted.stream().anyMatch(RecordCursor::leavesValues);
        this.guard = guard;
        this.prefixes = new long[cursors.length];
        this.ended = new boolean[cursors.length];
        this.ranks = new long[cursors.length];
        this.losers = new int[cursors.length];
        this.current = cursors[0];
    }

    @Override
    public boolean next() throws IOException {
        guard.check();
        int winner;
        sameKey = false;
        if (started) {
            winner = losers[0];
            long before = prefixes[winner];
            advance(winner);
            if (current.sameKey() && !ended[winner]) {
                sameKey = true;
                fetchWinner();
                return true;
            }
            // With the same key again, it beats the same cursors: equal keys come by cursor.
            if (prefixes[winner] != before || ended[winner] || !order.prefixDecides(before)) {
                losers[0] = winner = replay(winner);
            }
        } else {
            started = true;
            for (int i = 0; i < cursors.length; i++) {
                guard.check();
                advance(i);
            }
            losers[0] = winner = cursors.length == 1 ? 0 : build(1);
        }
        current = cursors[winner];
        fetchWinner();
        return !ended[winner];
    }

    private void fetchWinner() throws IOException {
        if (leavesValues) {
            current.fetchValue();
        }
    }

    private void advance(int cursor) throws IOException {
        if (!ended[cursor]) {
            if (cursors[cursor].next()) {
                prefixes[cursor] = cursors[cursor].prefix();
                ranks[cursor] = prefixes[cursor] >>> 1;
            } else {
                ended[cursor] = true;
                ranks[cursor] = Long.MAX_VALUE;
            }
        }
    }

    /** Plays all matches below {@code node}; leaf nodes start at the number of cursors. */
    private int build(int node) throws IOException {
        guard.check();
        int count = cursors.length;
        if (node >= count) {
            return node - count;
        }
        int left = build(2 * node);
        int right = build(2 * node + 1);
        boolean leftWins = beats(left, right);
        losers[node] = leftWins ? right : left;
        return leftWins ? left : right;
    }

    /**
     * Replays the matches above a leaf, without branches except for ties: their outcome cannot be
     * predicted.
     */
    private int replay(int cursor) {
        int winner = cursor;
        long least = ranks[winner];
        for (int node = (cursor + cursors.length) >>> 1; node > 0; node >>>= 1) {
            int other = losers[node];
            long rank = ranks[other];
            int wins = rank == least ? mask(beats(other, winner)) : mask(rank - least);
            int difference = (other ^ winner) & wins;
            losers[node] = other ^ difference;
            winner ^= difference;
            least = Math.min(least, rank);
        }
        return winner;
    }

    private static int mask(boolean condition) {
        return condition ? -1 : 0;
    }

    /** A mask of all bits if negative, otherwise of none. */
    private static int mask(long difference) {
        return (int) (difference >> (Long.SIZE - 1));
    }

    private boolean beats(int a, int b) {
        if (ended[a] || ended[b]) {
            return ended[a] == ended[b] ? a < b : ended[b];
        }
        int byPrefix = Long.compareUnsigned(prefixes[a], prefixes[b]);
        if (byPrefix != 0) {
            return byPrefix < 0;
        }
        if (order.prefixDecides(prefixes[a])) {
            return a < b;
        }
        RecordCursor left = cursors[a];
        RecordCursor right = cursors[b];
        int byKey =
                order.compare(
                        left.keyBytes(),
                        left.keyOffset(),
                        left.keyLength(),
                        right.keyBytes(),
                        right.keyOffset(),
                        right.keyLength());
        return byKey == 0 ? a < b : byKey < 0;
    }

    @Override
    public boolean sameKey() {
        return sameKey;
    }

    @Override
    public long prefix() {
        return prefixes[losers[0]];
    }
}
