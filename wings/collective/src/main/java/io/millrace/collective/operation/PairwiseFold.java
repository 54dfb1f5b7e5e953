package io.millrace.collective.operation;

import java.util.ArrayDeque;
import java.util.Deque;
import org.apache.hadoop.io.Writable;

/**
 * Combines states in pairs, pairs of pairs and so on, like the carries of a binary counter: along
 * the tree that a collective builds over its map tasks. If each map task writes a key once and
 * values come in the order of map tasks, both give the same bits.
 */
final class PairwiseFold {

    private final Operation<Writable, Writable> operation;
    private final Deque<Node> nodes = new ArrayDeque<>();

    /** The fold of {@code 2^level} values. */
    private record Node(int level, Writable state) {}

    PairwiseFold(Operation<Writable, Writable> operation) {
        this.operation = operation;
    }

    void add(Writable value) {
        Writable state = operation.newState();
        operation.add(state, value);
        int level = 0;
        while (!nodes.isEmpty() && nodes.getLast().level() == level) {
            state = combined(nodes.removeLast().state(), state);
            level++;
        }
        nodes.addLast(new Node(level, state));
    }

    /** The result of at least one value; resets the fold. */
    Writable result() {
        Writable state = nodes.removeLast().state();
        while (!nodes.isEmpty()) {
            state = combined(nodes.removeLast().state(), state);
        }
        return operation.result(state);
    }

    private Writable combined(Writable earlier, Writable later) {
        operation.combine(earlier, later);
        return earlier;
    }
}
