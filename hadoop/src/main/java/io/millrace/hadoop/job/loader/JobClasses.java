package io.millrace.hadoop.job.loader;

import io.millrace.hadoop.scope.Turns;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Predicate;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import org.apache.hadoop.mapred.JobConf;
import org.jspecify.annotations.Nullable;

/**
 * The copies of one job's classes: one for what is done once for the job, and one for each attempt
 * that runs, or a single one for all of them. Copies are used again, by one attempt after the
 * other. Thread-safe.
 */
public final class JobClasses {

    private final JobConf conf;
    private final ClassLoader own;
    private final Supplier<ClassLoader> loaders;
    private final Sharing sharing;
    private final Predicate<Set<String>> changesStatics;
    private final @Nullable Turns turns;
    private final Map<Set<String>, Boolean> asked = new ConcurrentHashMap<>();
    private final Object lock = new Object();
    private final List<ClassLoader> made = new ArrayList<>();
    private final Deque<ClassCopy> free = new ArrayDeque<>();

    private JobClasses(
            JobConf conf,
            ClassLoader own,
            Supplier<ClassLoader> loaders,
            Sharing sharing,
            Predicate<Set<String>> changesStatics) {
        this.conf = conf;
        this.own = own;
        this.loaders = loaders;
        this.sharing = sharing;
        this.changesStatics = changesStatics;
        this.turns = sharing.kind() == Sharing.Kind.BY_TURNS ? new Turns() : null;
        made.add(own);
    }

    /** All attempts share the job's own copy, and nobody minds. */
    public static JobClasses shared(JobConf conf, ClassLoader own, String reason) {
        return new JobClasses(
                conf,
                own,
                () -> own,
                new Sharing(Sharing.Kind.EVERYBODY, reason),
                classes -> false);
    }

    /**
     * All attempts share the job's own copy, by turns.
     *
     * @param changesStatics whether the code of classes with these names may change a static
     */
    static JobClasses byTurns(
            JobConf conf, ClassLoader own, String reason, Predicate<Set<String>> changesStatics) {
        return new JobClasses(
                conf, own, () -> own, new Sharing(Sharing.Kind.BY_TURNS, reason), changesStatics);
    }

    /** Each running attempt has a copy of its own. */
    static JobClasses separate(
            JobConf conf,
            ClassLoader own,
            Supplier<ClassLoader> loaders,
            String reason,
            Predicate<Set<String>> changesStatics) {
        return new JobClasses(
                conf, own, loaders, new Sharing(Sharing.Kind.NOBODY, reason), changesStatics);
    }

    /** Where the job's classes come from outside of attempts: its committer, its checks. */
    public ClassLoader own() {
        return own;
    }

    public Sharing sharing() {
        return sharing;
    }

    /** Who of the attempts may run the job's code; null if all may. */
    public @Nullable Turns turns() {
        return turns;
    }

    /**
     * Whether code of these classes changes a static that several threads which work for one
     * attempt, or for several, have in common. On a cluster an attempt has one such thread.
     */
    public boolean changeStatics(Class<?>... types) {
        Set<String> names =
                Arrays.stream(types).map(Class::getName).collect(Collectors.toUnmodifiableSet());
        return asked.computeIfAbsent(names, changesStatics::test);
    }

    /** A copy for one attempt, until it gives it back. */
    public ClassCopy take() {
        synchronized (lock) {
            ClassCopy copy = free.pollFirst();
            if (copy != null) {
                return copy;
            }
            ClassLoader loader = loaders.get();
            boolean separate = sharing.kind() == Sharing.Kind.NOBODY;
            if (separate) {
                made.add(loader);
            }
            return ClassCopy.of(loader, conf, separate ? new Object() : this);
        }
    }

    /**
     * Takes a copy back, for the next attempt. Not called by attempts that were left behind: their
     * threads may still use it.
     */
    public void giveBack(ClassCopy copy) {
        synchronized (lock) {
            free.addFirst(copy);
        }
    }

    /** All loaders of the job. */
    List<ClassLoader> loaders() {
        synchronized (lock) {
            return List.copyOf(made);
        }
    }
}
