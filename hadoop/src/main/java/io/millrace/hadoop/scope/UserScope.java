package io.millrace.hadoop.scope;

import io.millrace.engine.task.Thrown;
import java.lang.ref.WeakReference;
import java.security.PrivilegedAction;
import java.util.List;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.ConcurrentHashMap;
import org.apache.hadoop.mapred.JobConf;
import org.apache.hadoop.security.UserGroupInformation;
import org.jspecify.annotations.Nullable;

/**
 * Runs code of a job, or of one attempt with classes of its own, as the job's user and with the
 * job's context class loader, on any thread. New threads inherit neither reliably (since Java 24
 * not the user at all), so everything that enters user code from an engine thread goes through
 * here, once for each piece of work and never for each record. Thread-safe.
 */
public final class UserScope {

    private static final ThreadLocal<@Nullable UserScope> CURRENT = new ThreadLocal<>();

    /**
     * The scope of the code that started the thread, for threads of user code's own, which are in
     * no scope themselves. Weak: such threads may outlive the job.
     */
    private static final ThreadLocal<@Nullable WeakReference<UserScope>> ORIGIN =
            new InheritableThreadLocal<>();

    /** All threads that are in a scope. */
    private static final Set<Thread> BUSY = ConcurrentHashMap.newKeySet();

    private final UserGroupInformation user;
    private final JobConf conf;
    private final Object oneAtATime;
    private final @Nullable AttemptPrints prints;
    private final @Nullable TaskSlot slot;
    private final Runnable alive;
    private final Set<Thread> threads = ConcurrentHashMap.newKeySet();
    private volatile TaskExit.@Nullable ExitError exit;

    /**
     * A scope of that user.
     *
     * @param conf the job's configuration with the class loader of the scope; nobody changes it
     * @param oneAtATime guards what of the scope's code must not run twice at once
     */
    public UserScope(UserGroupInformation user, JobConf conf, Object oneAtATime) {
        this(user, conf, oneAtATime, null, null, () -> {});
    }

    /**
     * The same of an attempt.
     *
     * @param prints takes what the scope's threads print, too; null if nobody asks for it
     * @param slot what the attempt has of the engine; null if it runs beside one
     * @param alive told by any thread that the attempt gets on, cheaply
     */
    public UserScope(
            UserGroupInformation user,
            JobConf conf,
            Object oneAtATime,
            @Nullable AttemptPrints prints,
            @Nullable TaskSlot slot,
            Runnable alive) {
        this.user = user;
        this.conf = conf;
        this.oneAtATime = oneAtATime;
        this.prints = prints;
        this.slot = slot;
        this.alive = alive;
    }

    /** The monitor of what of the scope's code must not run twice at once on engine threads. */
    public Object oneAtATime() {
        return oneAtATime;
    }

    /** Takes what the scope's threads print; null if nobody asks for it. */
    @Nullable AttemptPrints prints() {
        return prints;
    }

    /** What the scope's attempt has of the engine; null if it has none. */
    @Nullable TaskSlot slot() {
        return slot;
    }

    /** To be told that the scope's attempt gets on; does nothing where nobody asks. */
    public Runnable alive() {
        return alive;
    }

    /** The threads that are in this scope now. */
    public List<Thread> threads() {
        return List.copyOf(threads);
    }

    /** The scope that the calling thread is in, or null. */
    public static @Nullable UserScope current() {
        return CURRENT.get();
    }

    /** The scope that the calling thread or the one that started it is in, or null. */
    static @Nullable UserScope origin() {
        WeakReference<UserScope> origin = ORIGIN.get();
        return origin == null ? null : origin.get();
    }

    /** Whether a thread is in any scope now. */
    public static boolean busy(Thread thread) {
        return BUSY.contains(thread);
    }

    /** Notes that code of this scope asked for the process's end. */
    void exited(TaskExit.ExitError error) {
        exit = error;
    }

    /**
     * Throws what code of this scope was told when it asked for the process's end, if it did: it
     * may have caught that, but on a cluster there would be no process left to do so.
     */
    public void checkExit() {
        TaskExit.ExitError error = exit;
        if (error != null) {
            throw error;
        }
    }

    /** The job's configuration with the scope's class loader. */
    public JobConf conf() {
        return conf;
    }

    /** Whether the calling thread is in this scope. */
    public boolean entered() {
        return CURRENT.get() == this;
    }

    /**
     * Runs {@code work} in this scope; directly, if the thread is in it already. What it throws
     * comes out unchanged.
     */
    public <T extends @Nullable Object> T call(Callable<T> work) throws Exception {
        if (entered()) {
            return work.call();
        }
        Outcome<T> outcome = user.doAs((PrivilegedAction<Outcome<T>>) () -> enter(work));
        return outcome.get();
    }

    private <T extends @Nullable Object> Outcome<T> enter(Callable<T> work) {
        Thread thread = Thread.currentThread();
        ClassLoader loaderBefore = thread.getContextClassLoader();
        UserScope scopeBefore = CURRENT.get();
        thread.setContextClassLoader(conf.getClassLoader());
        WeakReference<UserScope> originBefore = ORIGIN.get();
        CURRENT.set(this);
        ORIGIN.set(new WeakReference<>(this));
        boolean first = threads.add(thread);
        boolean outermost = BUSY.add(thread);
        try {
            return new Outcome<>(work.call(), null);
        } catch (Throwable e) {
            return new Outcome<>(null, e);
        } finally {
            thread.setContextClassLoader(loaderBefore);
            if (first) {
                threads.remove(thread);
            }
            if (outermost) {
                BUSY.remove(thread);
            }
            restore(CURRENT, scopeBefore);
            restore(ORIGIN, originBefore);
        }
    }

    private static <V> void restore(ThreadLocal<@Nullable V> local, @Nullable V before) {
        if (before == null) {
            local.remove();
        } else {
            local.set(before);
        }
    }

    /**
     * Carries results and exceptions of any type past {@code doAs}, which would wrap and log some.
     */
    private record Outcome<T extends @Nullable Object>(
            @Nullable T result, @Nullable Throwable failure) {

        @SuppressWarnings("NullAway") // the result is null only where T admits it
        T get() {
            if (failure != null) {
                throw Thrown.again(failure);
            }
            return result;
        }
    }
}
