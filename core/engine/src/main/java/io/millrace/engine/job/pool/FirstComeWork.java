package io.millrace.engine.job.pool;

import java.util.ArrayDeque;
import java.util.Deque;
import org.jspecify.annotations.Nullable;

/** Work that waits: first in, first out. */
public final class FirstComeWork implements WaitingWork {

    private final Deque<Runnable> queue = new ArrayDeque<>();

    @Override
    public void add(Runnable work, boolean first) {
        if (first) {
            queue.addFirst(work);
        } else {
            queue.addLast(work);
        }
    }

    @Override
    public @Nullable Runnable poll() {
        return queue.poll();
    }

    @Override
    public boolean isEmpty() {
        return queue.isEmpty();
    }

    @Override
    public void clear() {
        queue.clear();
    }
}
