package io.millrace.engine.shuffle.context;

import java.io.Closeable;
import java.io.IOException;
import java.util.ArrayDeque;
import java.util.Deque;
import org.jspecify.annotations.Nullable;

/** Resources that are closed together. Used by one thread at a time. */
public final class Resources implements Closeable {

    private final Deque<Closeable> held = new ArrayDeque<>();

    /** Adds a resource that is closed after all present ones. */
    public void add(Closeable resource) {
        held.addLast(resource);
    }

    /** Adds a resource that is closed before all present ones. */
    public void addFirst(Closeable resource) {
        held.addFirst(resource);
    }

    /** Closes all, even if one of them fails; then throws the first failure. */
    @Override
    public void close() throws IOException {
        IOException failure = null;
        for (Closeable next = held.poll(); next != null; next = held.poll()) {
            failure = close(next, failure);
        }
        if (failure != null) {
            throw failure;
        }
    }

    private static @Nullable IOException close(Closeable resource, @Nullable IOException earlier) {
        try {
            resource.close();
            return earlier;
        } catch (IOException e) {
            return earlier == null ? e : earlier;
        }
    }
}
