package io.millrace.hadoop.job;

import io.millrace.engine.config.Key;
import io.millrace.engine.config.Settings;
import io.millrace.engine.job.Engine;
import io.millrace.engine.namespace.ContentsStore;
import io.millrace.engine.plan.EngineKeys;
import io.millrace.engine.task.TaskKind;
import io.millrace.formats.inputcache.InputCache;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The one engine of the process. Opened for the first job, with that job's memory and threads.
 * Reopened when a job asks for other values and no job is running. Thread-safe.
 */
final class EngineHolder {

    private static final Logger LOG = LoggerFactory.getLogger(EngineHolder.class);

    /** Keys that apply to the whole process. */
    private static final List<Key<?>> PROCESS_WIDE =
            List.of(
                    EngineKeys.MEMORY_MAX,
                    EngineKeys.SLAB_SIZE,
                    EngineKeys.MAP_THREADS,
                    EngineKeys.SORT_THREADS,
                    EngineKeys.REDUCE_THREADS);

    private final @Nullable EngineHolder outer;
    private final @Nullable ContentsStore files;
    private final @Nullable InputCache inputs;
    private @Nullable Engine engine;
    private List<Object> values = List.of();
    private int jobs;

    /**
     * Creates a holder without an engine.
     *
     * @param outer holds the engine of the jobs whose tasks submit jobs to this holder's engine;
     *     null if none do
     * @param files the files in the engine's memory; null if none
     * @param inputs the input cache in the engine's memory; null if none
     */
    EngineHolder(
            @Nullable EngineHolder outer,
            @Nullable ContentsStore files,
            @Nullable InputCache inputs) {
        this.outer = outer;
        this.files = files;
        this.inputs = inputs;
    }

    /** The engine for one more job, which must {@link #release} it. */
    synchronized Engine take(Settings settings) {
        Engine above = outer == null ? null : outer.engine();
        List<Object> wanted = values(settings);
        Engine open = engine;
        if (open != null && !wanted.equals(values)) {
            if (jobs > 0) {
                warnOfOtherValues(wanted);
            } else {
                engine = null; // before anything that may fail: a closed engine must not be handed
                // out
                close(open);
                open = null;
            }
        }
        if (open == null) {
            open = above == null ? Engine.open(settings) : Engine.openBelow(above, settings);
            engine = open;
            values = wanted;
            if (files != null) {
                open.hold(files, EngineKeys.SLAB_KIND.in(settings));
            }
            if (inputs != null) {
                inputs.attach(open.memory());
            }
        }
        jobs++;
        return open;
    }

    /** Opens an engine if none is open, for files that are created before the first job. */
    synchronized void open(Settings settings) {
        if (engine == null) {
            take(settings);
            release();
        }
    }

    private synchronized @Nullable Engine engine() {
        return engine;
    }

    synchronized void release() {
        jobs--;
    }

    /** How many tasks of this kind can run at once in the engine of a job with these settings. */
    synchronized int slots(TaskKind kind, Settings settings) {
        if (engine != null && (jobs > 0 || values(settings).equals(values))) {
            return engine.slots(kind);
        }
        int configured =
                (kind == TaskKind.MAP ? EngineKeys.MAP_THREADS : EngineKeys.REDUCE_THREADS)
                        .in(settings);
        return configured > 0 ? configured : Runtime.getRuntime().availableProcessors();
    }

    /** Record memory in use; 0 without an engine. */
    synchronized long memoryHeldBytes() {
        return engine == null ? 0 : engine.memoryHeldBytes();
    }

    /** Closes the engine, if one is open. Called when the process ends. */
    synchronized void close() {
        if (engine != null) {
            close(engine);
            engine = null;
        }
    }

    private void close(Engine open) {
        if (inputs != null) {
            inputs.detach();
        }
        open.close();
    }

    /** The input cache; null if there is none. */
    @Nullable InputCache inputs() {
        return inputs;
    }

    private static List<Object> values(Settings settings) {
        List<Object> values = new ArrayList<>();
        for (Key<?> key : PROCESS_WIDE) {
            values.add(key.in(settings));
        }
        return values;
    }

    private void warnOfOtherValues(List<Object> wanted) {
        for (int i = 0; i < wanted.size(); i++) {
            if (!wanted.get(i).equals(values.get(i))) {
                LOG.warn(
                        "{} stays {} (0 means auto), because other jobs are running; a"
                                + " job requested {}",
                        PROCESS_WIDE.get(i),
                        values.get(i),
                        wanted.get(i));
            }
        }
    }
}
