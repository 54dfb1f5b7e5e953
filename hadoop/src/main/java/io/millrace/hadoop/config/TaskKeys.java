package io.millrace.hadoop.config;

import io.millrace.engine.config.Key;
import java.util.List;

/** The configuration keys of map and reduce attempts. */
public final class TaskKeys {

    public static final Key<TaskRunner> RUNNER =
            Key.oneOf(
                    "millrace.task.runner",
                    TaskRunner.FAST,
                    "Who runs tasks: Millrace's own runners, or Hadoop's MapTask and ReduceTask as a yardstick.");

    public static final Key<Boolean> FAST_PATHS =
            Key.flag(
                    "millrace.fast.paths",
                    true,
                    "Whether known classes are replaced by faster ones of the same result.");

    public static final Key<Boolean> COMBINER_ORDER =
            Key.flag(
                    "millrace.debug.combiner.order",
                    false,
                    "Whether to check that the combiner emits its keys in sort order.");

    /** All of the above, in the order in which they are listed to people. */
    public static final List<Key<?>> ALL = List.of(RUNNER, FAST_PATHS, COMBINER_ORDER);

    private TaskKeys() {}
}
