package io.millrace.collective.config;

import io.millrace.collective.algorithm.Algorithm;
import io.millrace.collective.data.DynamicData;
import io.millrace.engine.config.Key;
import io.millrace.formats.config.KeySource;
import java.util.List;
import java.util.Set;

/** The keys of loops and collectives. */
public final class CollectiveKeys implements KeySource {

    private static final int MAX_WORKERS = 100_000;
    private static final int DAY_SECONDS = 86_400;

    public static final Key<Pattern> PATTERN =
            Key.oneOf(
                    "millrace.collective.pattern",
                    Pattern.NONE,
                    "What becomes of the map output of an iterative job's steps; overrides what its program says. With none, each iteration is a plain job.");

    public static final Key<String> OPERATION =
            Key.text(
                    "millrace.collective.operation",
                    "sum, min, max, product, count, mean, only, or a class that implements Operation",
                    "How all-reduce and reduce-scatter combine the values of a key; only is what all-gather does, which takes one of each.");

    public static final Key<String> MERGE =
            Key.text(
                    "millrace.collective.merge",
                    "a class that implements Merge",
                    "Makes the next iteration's data out of a step's result, and may end the loop; unset, the result is the data.");

    public static final Key<Order> ORDER =
            Key.oneOf(
                    "millrace.collective.order",
                    Order.FIXED,
                    "Whether values are combined in an order that depends on the input alone, or as they come, which may round differently each time.");

    public static final Key<Algorithm> ALGORITHM =
            Key.oneOf(
                    "millrace.collective.algorithm",
                    Algorithm.EXCHANGE,
                    "How the messages of a collective go: few in all (tree), in few steps (exchange), or little for each worker where results are large (ring).");

    public static final Key<Keep> KEEP =
            Key.oneOf(
                    "millrace.collective.keep",
                    Keep.BYTES,
                    "How records stay in memory from iteration to iteration. As objects they need not be made again, but take more of it, and mappers must neither change them nor keep them; where memory is short it is bytes. Overrides what the program says.");

    public static final Key<Integer> WORKERS =
            Key.integerOrAuto(
                    "millrace.collective.workers",
                    1,
                    MAX_WORKERS,
                    "Map tasks that a loop runs in, all at the same time; auto: as many as there are map slots. Never more than splits.");

    public static final Key<Integer> GATHER_SECONDS =
            Key.integer(
                    "millrace.collective.gather.seconds",
                    60,
                    1,
                    DAY_SECONDS,
                    "How long workers wait until all of them have a slot, before the loop fails.");

    public static final Key<Integer> CHECKPOINT_EVERY =
            Key.integer(
                    "millrace.collective.checkpoint.every",
                    0,
                    0,
                    Integer.MAX_VALUE,
                    "Iterations from one checkpoint to the next; 0 for none.");

    public static final Key<String> CHECKPOINT_PATH =
            Key.text(
                    "millrace.collective.checkpoint.path",
                    "a path",
                    "The file that holds a loop's last checkpoint. If it is there, the loop goes on from it if program, input, configuration and start are the same, and fails if not; a loop that has come to its end deletes it.");

    private static final List<Key<?>> ALL =
            List.of(
                    PATTERN,
                    OPERATION,
                    MERGE,
                    ORDER,
                    ALGORITHM,
                    KEEP,
                    WORKERS,
                    GATHER_SECONDS,
                    CHECKPOINT_EVERY,
                    CHECKPOINT_PATH);

    @Override
    public List<Key<?>> keys() {
        return ALL;
    }

    /** The file of an iteration's data is for mappers and reducers. */
    @Override
    public Set<String> unreadKeys() {
        return Set.of(DynamicData.FILE);
    }
}
