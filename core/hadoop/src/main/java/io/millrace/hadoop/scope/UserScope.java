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
 * Runs code of a job, or of one attempt with its own classes, as the job's user and with the job's
 * context class loader, on any thread. New threads inherit neither reliably (since Java 24 not the
 * user at all), so every entry into user code from an engine thread goes through here, once per
 * piece of work and never per record. Thread-safe.
 */
public final class UserScope {

    private static final ThreadLocal<@Nullable UserScope> CURRENT = new ThreadLocal<>();

    /**
     * The scope of the code that started the thread. Used for threads that user code creates, which
     * enter no scope themselves. Weak, because such threads may outlive the job.
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
     * @param conf the job's configuration with the class loader of the scope; must not change
     * @param oneAtATime guards code of the scope that must not run concurrently
     */
    public UserScope(UserGroupInformation user, JobConf conf, Object oneAtATime) {
        this(user, conf, oneAtATime, null, null, () -> {});
    }

    /**
     * The scope of an attempt.
     *
     * @param prints also receives the output of the scope's threads; null if not requested
     * @param slot the attempt's engine services; null if it runs outside an engine
     * @param alive called by any thread when the attempt makes progress; must be cheap
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

    /** The monitor of the scope's code that must not run concurrently on engine threads. */
    public Object oneAtATime() {
        return oneAtATime;
    }

    /** Receives the output of the scope's threads; null if not requested. */
    @Nullable AttemptPrints prints() {
        return prints;
    }

    /** The engine services of the scope's attempt; null if it has none. */
    @Nullable TaskSlot slot() {
        return slot;
    }

    /** Call it when the scope's attempt makes progress; does nothing if not requested. */
    public Runnable alive() {
        return alive;
    }

    /** The threads currently in this scope. */
    public List<Thread> threads() {
        return List.copyOf(threads);
    }

    /** The scope that the calling thread is in, or null. */
    public static @Nullable UserScope current() {
        return CURRENT.get();
    }

    /** The scope that the calling thread or the one that started it is in, or null. */
    public static @Nullable UserScope origin() {
        WeakReference<UserScope> origin = ORIGIN.get();
        return origin == null ? null : origin.get();
    }

    /** Whether a thread is currently in any scope. */
    public static boolean busy(Thread thread) {
        return BUSY.contains(thread);
    }

    /** Notes that code of this scope tried to end the process. */
    void exited(TaskExit.ExitError error) {
        exit = error;
    }

    /**
     * Throws the error again if code of this scope tried to end the process: it may have caught the
     * error, but on a cluster its process would have ended.
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
     * Runs {@code work} in this scope; directly, if the thread is already in it. Throws its
     * exceptions unchanged.
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
