package io.millrace.hadoop.config;

import io.millrace.bytecode.rewrite.Rewrite;
import io.millrace.engine.config.Key;
import io.millrace.formats.config.FormatKeys;
import java.util.List;
import java.util.stream.Stream;

/** The configuration keys of map and reduce attempts. */
public final class TaskKeys {

    public static final Key<TaskRunner> RUNNER =
            Key.oneOf(
                    "millrace.task.runner",
                    TaskRunner.FAST,
                    "Who runs tasks: Millrace's own runners; Hadoop's MapTask and ReduceTask on Millrace's sort and shuffle; or all of it Hadoop's, through files, as jobs with plug-ins for these are run in any case.");

    public static final Key<TaskIsolation> ISOLATION =
            Key.oneOf(
                    "millrace.task.isolation",
                    TaskIsolation.AUTO,
                    "Who shares the statics of a job's classes: all attempts (none), or no two of them that change one (slot, process). By default (auto), slot for what only the job has, and none, by turns if need be, for what the client has, too.");

    public static final Key<String> LOG_DIRECTORY =
            Key.text(
                    "millrace.task.log.dir",
                    "a directory",
                    "Where what tasks print is kept, a directory for each attempt that does. Tasks in processes of their own log there too; unset, they do below userlogs in hadoop.log.dir or hadoop.tmp.dir, and others print to the client's streams only.");

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

    /** All of the above and of modules below, in the order in which they are listed to people. */
    public static final List<Key<?>> ALL =
            Stream.of(
                            List.<Key<?>>of(
                                    RUNNER,
                                    ISOLATION,
                                    LOG_DIRECTORY,
                                    Rewrite.FAST_PATHS,
                                    FormatKeys.HANDOVER,
                                    FormatKeys.INPUT_CACHE,
                                    PARTIAL_REDUCE_CLASS,
                                    COMBINER_ORDER),
                            Rewrite.keys())
                    .<Key<?>>flatMap(List::stream)
                    .toList();

    private TaskKeys() {}
}
