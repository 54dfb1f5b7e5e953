package io.millrace.files.process;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import java.io.IOException;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import org.apache.hadoop.util.ShutdownHookManager;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Owns the parts that live as long as the process: its jobs, its files in memory, its threads that
 * write files. Each part is created on first use and registers its work for the end. A JVM has
 * {@link #current() one} process; a test may create more. Thread-safe.
 */
public final class MillraceProcess {

    private static final Logger LOG = LoggerFactory.getLogger(MillraceProcess.class);

    private static final MillraceProcess CURRENT = new MillraceProcess();

    @GuardedBy("parts")
    private final Map<Class<?>, Object> parts = new HashMap<>();

    @GuardedBy("ends")
    private final Map<EndStep, List<Runnable>> ends = new EnumMap<>(EndStep.class);

    /**
     * The process of this JVM. For classes that Hadoop creates by reflection; all others get the
     * process, or the part they need, as a parameter.
     */
    public static MillraceProcess current() {
        return CURRENT;
    }

    /**
     * The process's only object of a class.
     *
     * @param maker creates it if missing; may use other parts
     */
    public <T> T part(Class<T> type, Function<? super MillraceProcess, ? extends T> maker) {
        synchronized (parts) {
            Object known = parts.get(type);
            if (known != null) {
                return type.cast(known);
            }
            T made = maker.apply(this);
            parts.put(type, made);
            return made;
        }
    }

    /**
     * Runs {@code work} in that step when the process ends, after work registered earlier for the
     * same step.
     *
     * @throws IOException if the process is already ending
     */
    public void atEnd(EndStep step, Runnable work) throws IOException {
        synchronized (ends) {
            if (!ends.containsKey(step)) {
                addHook(step);
                ends.put(step, new ArrayList<>());
            }
            ends.get(step).add(work);
        }
    }

    private void addHook(EndStep step) throws IOException {
        try {
            ShutdownHookManager.get()
                    .addShutdownHook(
                            () -> end(step),
                            step.priority(),
                            step.timeout().toMillis(),
                            TimeUnit.MILLISECONDS);
        } catch (IllegalStateException e) {
            throw new IOException("the process is ending and accepts no more jobs or files", e);
        }
    }

    /** Ends all parts in steps, as the end of the JVM would, which then has nothing left to do. */
    public void end() {
        for (EndStep step : EndStep.values()) {
            end(step);
        }
    }

    private void end(EndStep step) {
        List<Runnable> all;
        synchronized (ends) {
            List<Runnable> known = ends.getOrDefault(step, List.of());
            all = List.copyOf(known);
            if (!known.isEmpty()) {
                known.clear();
            }
        }
        for (Runnable each : all) {
            try {
                each.run();
            } catch (RuntimeException e) {
                LOG.error("A step of the process's end failed ({})", step, e);
            }
        }
    }
}
