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
                    "Collective that processes the map output of an iterative job's"
                            + " steps; overrides the program's choice. With none, each iteration"
                            + " is a plain job.");

    public static final Key<String> OPERATION =
            Key.text(
                    "millrace.collective.operation",
                    "sum, min, max, product, count, mean, only, or a class that implements Operation",
                    "Operation by which all-reduce and reduce-scatter combine the values"
                            + " of a key; only allows one value per key, as all-gather does.");

    public static final Key<String> MERGE =
            Key.text(
                    "millrace.collective.merge",
                    "a class that implements Merge",
                    "Class that computes the next iteration's data from a step's result,"
                            + " and may end the loop; unset, the result is the data.");

    public static final Key<Order> ORDER =
            Key.oneOf(
                    "millrace.collective.order",
                    Order.FIXED,
                    "Order in which values are combined: one that depends only on the"
                            + " input (fixed), or the order of arrival, which may round"
                            + " differently each time (any).");

    public static final Key<Algorithm> ALGORITHM =
            Key.oneOf(
                    "millrace.collective.algorithm",
                    Algorithm.AUTO,
                    "Message pattern of a collective: few messages in total (tree), few"
                            + " steps (exchange), or little data per worker for large results"
                            + " (ring, or in fewer steps rabenseifner). With auto, the workers"
                            + " measure latency and bandwidth when they meet, and choose by the"
                            + " size of the last iteration's result.");

    public static final Key<Keep> KEEP =
            Key.oneOf(
                    "millrace.collective.keep",
                    Keep.BYTES,
                    "Form in which records stay in memory between iterations. Objects"
                            + " need no deserialization but more memory, and mappers must neither"
                            + " change nor keep them. When memory runs short, records stay as"
                            + " bytes. Overrides the program's choice.");

    public static final Key<Integer> WORKERS =
            Key.integerOrAuto(
                    "millrace.collective.workers",
                    1,
                    MAX_WORKERS,
                    "Number of concurrent map tasks that run a loop; auto is the number"
                            + " of map slots. Never more than the number of splits.");

    public static final Key<Integer> GATHER_SECONDS =
            Key.integer(
                    "millrace.collective.gather.seconds",
                    300,
                    1,
                    DAY_SECONDS,
                    "Time that workers wait for all of them to have a slot before the loop fails.");

    public static final Key<Integer> CHECKPOINT_EVERY =
            Key.integer(
                    "millrace.collective.checkpoint.every",
                    0,
                    0,
                    Integer.MAX_VALUE,
                    "Number of iterations between checkpoints; 0 disables checkpoints.");

    public static final Key<String> CHECKPOINT_PATH =
            Key.text(
                    "millrace.collective.checkpoint.path",
                    "a path",
                    "File with a loop's last checkpoint. If it exists, the loop resumes"
                            + " from it, provided that program, input, configuration and start are"
                            + " the same; otherwise the loop fails. A loop that completes deletes"
                            + " the file.");

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

    @Override
    public List<Key<?>> keysWithoutEffect() {
        return List.of(ALGORITHM, KEEP, WORKERS, GATHER_SECONDS, CHECKPOINT_EVERY, CHECKPOINT_PATH);
    }

    /** Mappers and reducers, but not input formats, read the file of an iteration's data. */
    @Override
    public Set<String> unreadKeys() {
        return Set.of(DynamicData.FILE);
    }
}
