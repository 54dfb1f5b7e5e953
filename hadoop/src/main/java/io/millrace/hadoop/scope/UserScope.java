package io.millrace.hadoop.scope;

import java.security.PrivilegedAction;
import java.util.concurrent.Callable;
import org.apache.hadoop.security.UserGroupInformation;
import org.jspecify.annotations.Nullable;

/**
 * Runs code of a job as the job's user and with the job's context class loader, on any thread. New
 * threads inherit neither reliably (since Java 24 not the user at all), so everything that enters
 * user code from an engine thread goes through here, once for each piece of work and never for each
 * record. Thread-safe.
 */
public final class UserScope {

    private static final ThreadLocal<@Nullable UserScope> CURRENT = new ThreadLocal<>();

    private final UserGroupInformation user;
    private final ClassLoader loader;

    public UserScope(UserGroupInformation user, ClassLoader loader) {
        this.user = user;
        this.loader = loader;
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
        thread.setContextClassLoader(loader);
        CURRENT.set(this);
        try {
            return new Outcome<>(work.call(), null);
        } catch (Throwable e) {
            return new Outcome<>(null, e);
        } finally {
            thread.setContextClassLoader(loaderBefore);
            if (scopeBefore == null) {
                CURRENT.remove();
            } else {
                CURRENT.set(scopeBefore);
            }
        }
    }

    /**
     * Carries results and exceptions of any type past {@code doAs}, which would wrap and log some.
     */
    private record Outcome<T extends @Nullable Object>(
            @Nullable T result, @Nullable Throwable failure) {

        @SuppressWarnings("NullAway") // the result is null only where T admits it
        T get() throws Exception {
            if (failure instanceof Error error) {
                throw error;
            }
            if (failure instanceof Exception exception) {
                throw exception;
            }
            return result;
        }
    }
}
