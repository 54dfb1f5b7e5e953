package io.millrace.hadoop.loader;

import io.millrace.hadoop.scope.Turns;
import io.millrace.hadoop.scope.Turns.State;
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
 * The copies of one job's classes: one for work done once per job, and one for each running
 * attempt, or a single one for all. Later attempts reuse copies if no attempt changes a static.
 * Thread-safe.
 */
public final class JobClasses {

    private final JobConf conf;
    private final ClassLoader own;
    private final Supplier<ClassLoader> loaders;
    private final Sharing sharing;
    private final Predicate<Set<String>> changesStatics;
    private final Supplier<@Nullable String> changedStatic;
    private final @Nullable Turns turns;
    private final Map<Set<String>, Boolean> asked = new ConcurrentHashMap<>();
    private final Object lock = new Object();
    private final List<ClassLoader> made = new ArrayList<>();
    private final Deque<ClassCopy> free = new ArrayDeque<>();

    /**
     * Whether statics were examined, and the result. Guarded by the lock, like the two fields
     * above.
     */
    private boolean looked;

    private @Nullable String changed;

    private JobClasses(
            JobConf conf,
            ClassLoader own,
            Supplier<ClassLoader> loaders,
            Sharing sharing,
            @Nullable State state,
            Predicate<Set<String>> changesStatics,
            Supplier<@Nullable String> changedStatic) {
        this.conf = conf;
        this.own = own;
        this.loaders = loaders;
        this.sharing = sharing;
        this.changesStatics = changesStatics;
        this.changedStatic = changedStatic;
        this.turns = state == null ? null : new Turns(sharing.turns(), state);
        made.add(own);
    }

    /** All attempts share the job's own copy at the same time. */
    public static JobClasses shared(JobConf conf, ClassLoader own, String reason) {
        return shared(conf, own, new Sharing(Sharing.Kind.EVERYBODY, reason, ""), null, () -> null);
    }

    /**
     * The same.
     *
     * @param state the process's state that an attempt finds; null if nobody looks after it
     * @param changedStatic computes {@link #changedStatic}
     */
    static JobClasses shared(
            JobConf conf,
            ClassLoader own,
            Sharing sharing,
            @Nullable State state,
            Supplier<@Nullable String> changedStatic) {
        return new JobClasses(
                conf, own, () -> own, sharing, state, classes -> false, changedStatic);
    }

    /**
     * All attempts share the job's own copy, one at a time.
     *
     * @param state the process's state that an attempt finds
     * @param changesStatics tests whether the code of classes with these names may change a static
     */
    static JobClasses byTurns(
            JobConf conf,
            ClassLoader own,
            Sharing sharing,
            State state,
            Predicate<Set<String>> changesStatics) {
        return new JobClasses(conf, own, () -> own, sharing, state, changesStatics, () -> null);
    }

    /** Each running attempt has its own copy: an earlier attempt's, or a new one. */
    static JobClasses separate(
            JobConf conf,
            ClassLoader own,
            Supplier<ClassLoader> loaders,
            Sharing sharing,
            Predicate<Set<String>> changesStatics) {
        return new JobClasses(
                conf, own, loaders, sharing, State.ANNOUNCED, changesStatics, () -> null);
    }

    /** The loader of the job's classes outside attempts: for its committer and its checks. */
    public ClassLoader own() {
        return own;
    }

    public Sharing sharing() {
        return sharing;
    }

    /** Decides which attempts may run the job's code at the same time; null if all always may. */
    public @Nullable Turns turns() {
        return turns;
    }

    /**
     * Whether code of these classes changes a static that is shared by several threads that work
     * for one or more attempts. On a cluster, an attempt has one such thread.
     */
    public boolean changeStatics(Class<?>... types) {
        Set<String> names =
                Arrays.stream(types).map(Class::getName).collect(Collectors.toUnmodifiableSet());
        return asked.computeIfAbsent(names, changesStatics::test);
    }

    /**
     * The static that tasks change, for people, if they run in separate processes; null if there is
     * none. Reads the job's classes that tasks can reach.
     */
    public @Nullable String changedStatic() {
        synchronized (lock) {
            if (!looked) {
                changed = changedStatic.get();
                looked = true;
            }
            return changed;
        }
    }

    /** Takes a copy for one attempt, until {@link #giveBack}. */
    public ClassCopy take() {
        synchronized (lock) {
            ClassCopy copy = free.pollFirst();
            if (copy != null) {
                return copy;
            }
            ClassLoader loader = loaders.get();
            boolean separate = !loader.equals(own);
            if (separate) {
                made.add(loader);
            }
            return ClassCopy.of(loader, conf, separate ? new Object() : this);
        }
    }

    /**
     * Returns a copy, for reuse by the next attempt if its statics are unchanged. After attempts
     * have changed state of the process, copies are not reused: their initializers may have set
     * what the next attempt no longer finds. Abandoned attempts do not call this, because their
     * threads may still use the copy. A copy that is not reused stays open until it is collected,
     * because threads that the attempt started may still load classes.
     */
    public void giveBack(ClassCopy copy) {
        boolean used =
                sharing.kind() == Sharing.Kind.FRESH
                        || (sharing.kind() == Sharing.Kind.NOBODY
                                && turns != null
                                && turns.changed());
        synchronized (lock) {
            if (used) {
                made.remove(copy.loader());
            } else {
                free.addFirst(copy);
            }
        }
        if (used) {
            HadoopRegistries.forget(copy.loader());
        }
    }

    /** All loaders of the job. */
    List<ClassLoader> loaders() {
        synchronized (lock) {
            return List.copyOf(made);
        }
    }
}
