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
    private final Moves moves;
    private final Verdict verdict;
    private final Answers answers;
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

    /**
     * The classes of a job.
     *
     * @param loaders provides the loader of a new copy
     * @param moves already in effect in these loaders
     */
    JobClasses(
            JobConf conf,
            ClassLoader own,
            Supplier<ClassLoader> loaders,
            Moves moves,
            Verdict verdict,
            Answers answers) {
        this.conf = conf;
        this.own = own;
        this.loaders = loaders;
        this.moves = moves;
        this.verdict = verdict;
        this.answers = answers;
        State state = verdict.state();
        this.turns = state == null ? null : new Turns(verdict.sharing().turns(), state);
        made.add(own);
    }

    /** All attempts share the job's own copy at the same time. */
    public static JobClasses shared(JobConf conf, ClassLoader own, String reason) {
        ClassSharing sharing = new ClassSharing(ClassSharing.Kind.EVERYBODY, reason, "");
        Verdict verdict = new Verdict(Set.of(), sharing, null, false);
        Findings findings = new Findings(Moves.NONE, verdict, Map.of());
        return new JobClasses(conf, own, () -> own, Moves.NONE, verdict, findings);
    }

    /** The loader of the job's classes outside attempts: for its committer and its checks. */
    public ClassLoader own() {
        return own;
    }

    public ClassSharing sharing() {
        return verdict.sharing();
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
        return changeStatics(
                Arrays.stream(types).map(Class::getName).collect(Collectors.toUnmodifiableSet()));
    }

    /** The same for classes with these names, which are not initialized. */
    public boolean changeStatics(Set<String> names) {
        return verdict.guards()
                && asked.computeIfAbsent(names, each -> answers.changeStatics(each, own));
    }

    /**
     * The findings for other processes that run tasks of the job.
     *
     * @param threaded names of the classes that they will ask about, as {@link #changeStatics} is
     */
    public Findings findings(Set<String> threaded) {
        threaded.forEach(name -> changeStatics(Set.of(name)));
        return new Findings(moves, verdict, Map.copyOf(asked));
    }

    /**
     * The static that tasks change, for people, if they run in separate processes; null if there is
     * none. Reads the job's classes that tasks can reach.
     */
    public @Nullable String changedStatic() {
        synchronized (lock) {
            if (!looked) {
                changed = answers.left(own);
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
                sharing().kind() == ClassSharing.Kind.FRESH
                        || (sharing().kind() == ClassSharing.Kind.NOBODY
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
