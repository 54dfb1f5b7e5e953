package io.millrace.hadoop.task;

import io.millrace.engine.plan.Choice;
import io.millrace.formats.config.FormatKeys;
import io.millrace.formats.inputcache.CacheableFormats;
import io.millrace.formats.inputcache.InputCache;
import io.millrace.formats.inputcache.RecordUnpacker;
import io.millrace.formats.inputcache.SplitCaching;
import io.millrace.hadoop.config.TaskRunner;
import io.millrace.hadoop.scope.TaskSlot;
import java.io.IOException;
import java.util.List;
import java.util.Set;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.mapred.JobConf;
import org.apache.hadoop.mapreduce.lib.input.FileSplit;
import org.jspecify.annotations.Nullable;

/** Which splits of a job are kept or read from memory, and how many were. */
final class SplitCache {

    private static final Set<String> PIECES =
            Set.of(FileSplit.class.getName(), org.apache.hadoop.mapred.FileSplit.class.getName());

    private SplitCache() {}

    /** How an attempt reads its piece of a file; null if nothing is kept of it. */
    static @Nullable SplitCaching of(
            AttemptFrame frame, Class<?> format, Path file, long start, long length)
            throws IOException {
        TaskSlot slot = TaskSlot.current();
        InputCache inputs = slot == null ? null : slot.inputs();
        if (inputs == null || !obstacle(frame.conf(), format).isEmpty()) {
            return null;
        }
        return SplitCaching.of(
                inputs,
                format,
                file,
                start,
                length,
                frame.conf(),
                frame.job().user().getShortUserName(),
                frame.job().id().getId());
    }

    /** The records, if they are in memory; counts whether they are. */
    static @Nullable RecordUnpacker find(@Nullable SplitCaching caching, AttemptFrame frame)
            throws IOException {
        if (caching == null) {
            return null;
        }
        RecordUnpacker found = caching.find();
        frame.reporter()
                .getCounter(InputCache.GROUP, found == null ? InputCache.MISSES : InputCache.HITS)
                .increment(1);
        return found;
    }

    /**
     * What the job's plan says.
     *
     * @param format of the job's input; null if it is not known here
     */
    static Choice<String> choice(
            JobConf conf,
            TaskRunner runner,
            @Nullable Class<?> format,
            List<SerializedSplit> splits,
            boolean cached) {
        String name = FormatKeys.INPUT_CACHE.name().substring("millrace.".length());
        if (!cached) {
            return new Choice<>(
                    name, "off", "jobs that tasks submit, and tasks elsewhere, have none");
        }
        String obstacle =
                runner != TaskRunner.FAST
                        ? "Hadoop's own classes run the tasks"
                        : format == null
                                ? "the input format's class is not found"
                                : obstacle(conf, format);
        if (obstacle.isEmpty()) {
            obstacle = ofSplits(splits);
        }
        return obstacle.isEmpty()
                ? new Choice<>(name, "on", "set by " + FormatKeys.INPUT_CACHE)
                : new Choice<>(name, "off", obstacle);
    }

    private static String ofSplits(List<SerializedSplit> splits) {
        for (SerializedSplit split : splits) {
            String type = split.type();
            if (!PIECES.contains(type)) {
                return "a " + type + " is more than a piece of a file";
            }
        }
        return "";
    }

    private static String obstacle(JobConf conf, Class<?> format) {
        if (!FormatKeys.INPUT_CACHE.in(conf::get)) {
            return FormatKeys.INPUT_CACHE.isSetIn(conf::get)
                    ? "set by " + FormatKeys.INPUT_CACHE
                    : "default";
        }
        return CacheableFormats.obstacle(format, conf.getClassLoader());
    }
}
