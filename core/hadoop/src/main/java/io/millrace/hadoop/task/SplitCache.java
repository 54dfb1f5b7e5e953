package io.millrace.hadoop.task;

import io.millrace.formats.inputcache.InputCache;
import io.millrace.formats.inputcache.RecordUnpacker;
import io.millrace.formats.inputcache.SplitCaching;
import io.millrace.hadoop.plan.TaskPlan;
import io.millrace.hadoop.scope.TaskSlot;
import java.io.IOException;
import org.apache.hadoop.fs.Path;
import org.jspecify.annotations.Nullable;

/** Reads splits of attempts through the input cache, as planned, and counts hits. */
final class SplitCache {

    private SplitCache() {}

    /** The caching of an attempt's split; null if it is not cached. */
    static @Nullable SplitCaching of(
            AttemptFrame frame, Class<?> format, Path file, long start, long length)
            throws IOException {
        TaskSlot slot = TaskSlot.current();
        InputCache inputs = slot == null ? null : slot.inputs();
        TaskPlan plan = frame.plan();
        if (inputs == null || !plan.input().caches()) {
            return null;
        }
        return SplitCaching.of(
                inputs,
                format.getName(),
                plan.input().caching(format),
                file,
                start,
                length,
                frame.conf(),
                plan.formats(),
                frame.job().user().getShortUserName(),
                frame.job().id().getId());
    }

    /** The records, if they are cached. Counts hits and misses. */
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
}
