package io.millrace.hadoop.config;

import io.millrace.bytecode.rewrite.Rewrite;
import io.millrace.engine.config.Key;
import io.millrace.formats.config.FormatKeys;
import java.util.List;
import java.util.stream.Stream;

/** The configuration keys of map and reduce attempts. */
public final class TaskKeys {

    private static final int MAX_WORKERS = 1_000;

    public static final Key<TaskRunner> RUNNER =
            Key.oneOf(
                    "millrace.task.runner",
                    TaskRunner.FAST,
                    "The classes that run tasks: Millrace's own runners (fast), or Hadoop's"
                            + " whole path, through files (hadoop). Jobs that plug in their own"
                            + " sort or shuffle always take Hadoop's path.");

    public static final Key<TaskIsolation> ISOLATION =
            Key.oneOf(
                    "millrace.task.isolation",
                    TaskIsolation.AUTO,
                    "Which attempts share the static fields of a job's classes: all"
                            + " (none), or at most one attempt that changes them (slot, process)."
                            + " With auto, classes that only the job has are isolated as with slot."
                            + " Classes that the client also has are shared, and attempts that"
                            + " change their statics run one at a time.");

    public static final Key<Integer> WORKERS =
            Key.integer(
                    "millrace.workers",
                    1,
                    1,
                    MAX_WORKERS,
                    "Number of processes that run the job's tasks, several at a time in each, and"
                            + " exchange map output; with 1, the process of the job runs them.");

    public static final Key<String> LOG_DIRECTORY =
            Key.text(
                    "millrace.task.log.dir",
                    "a directory",
                    "Directory that keeps what tasks print, in a subdirectory per"
                            + " attempt. Without it, tasks in separate processes log below userlogs"
                            + " in hadoop.log.dir or hadoop.tmp.dir; other tasks print to the"
                            + " client's streams only.");

    public static final Key<String> PARTIAL_REDUCE_CLASS =
            Key.text(
                    "millrace.partial.reduce.class",
                    "a class",
                    "The job's partial reducer, of either API: reduces committed map outputs while map tasks run. It must be commutative and associative, take and emit map output records, and emit each key that it is given.");

    public static final Key<Boolean> COMBINER_ORDER =
            Key.flag(
                    "millrace.debug.combiner.order",
                    false,
                    "Whether to check that the combiner emits its keys in sort order.");

    /** These keys and those of lower modules, in the order of the lists that people read. */
    public static final List<Key<?>> ALL =
            Stream.of(
                            List.<Key<?>>of(
                                    RUNNER,
                                    ISOLATION,
                                    WORKERS,
                                    LOG_DIRECTORY,
                                    Rewrite.FAST_PATHS,
                                    FormatKeys.SORT,
                                    FormatKeys.HANDOVER,
                                    FormatKeys.INPUT_CACHE,
                                    PARTIAL_REDUCE_CLASS,
                                    COMBINER_ORDER),
                            Rewrite.keys())
                    .<Key<?>>flatMap(List::stream)
                    .toList();

    private TaskKeys() {}
}
