package io.millrace.hadoop.scope;

import io.millrace.engine.memory.MemoryAccount;
import io.millrace.engine.memory.MemoryBudget;
import io.millrace.engine.memory.MemoryUse;
import io.millrace.engine.task.AttemptId;
import io.millrace.formats.inputcache.InputCache;
import java.lang.management.ManagementFactory;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.Callable;
import java.util.concurrent.CancellationException;
import java.util.concurrent.ConcurrentHashMap;
import javax.management.JMException;
import javax.management.MBeanServer;
import javax.management.ObjectName;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Engine services for code that knows that it runs in an attempt of the engine: record memory, and
 * a way to wait for other attempts of the same job. Thread-safe.
 */
public final class TaskSlot {

    private static final Logger LOG = LoggerFactory.getLogger(TaskSlot.class);

    /** The attempt that registers the bean of that name. */
    private static final Map<ObjectName, TaskSlot> BEANS = new ConcurrentHashMap<>();

    private final AttemptId attempt;
    private final @Nullable Turns turns;
    private final @Nullable MemoryBudget memory;
    private final String job;
    private final @Nullable InputCache inputs;
    private final Runnable whenItWaits;

    /** For a job's code that works for no task: it waits for turns as attempts do. */
    public static TaskSlot ofJob(Turns turns, String job) {
        return new TaskSlot(turns, job);
    }

    private TaskSlot(Turns turns, String job) {
        this.attempt = AttemptId.ofJob();
        this.turns = turns;
        this.memory = null;
        this.job = job;
        this.inputs = null;
        this.whenItWaits = () -> {};
    }

    /**
     * The slot of an attempt.
     *
     * @param turns the turns of the job's attempts; null if all may run at once
     * @param job the job that memory is charged to
     * @param inputs the input cache; null if the engine has none
     * @param whenItWaits called when the attempt waits for another one
     */
    public TaskSlot(
            AttemptId attempt,
            @Nullable Turns turns,
            MemoryBudget memory,
            String job,
            @Nullable InputCache inputs,
            Runnable whenItWaits) {
        this.attempt = attempt;
        this.turns = turns;
        this.memory = memory;
        this.job = job;
        this.inputs = inputs;
        this.whenItWaits = whenItWaits;
    }

    /** The slot of the attempt whose code the calling thread runs; null outside the engine. */
    public static @Nullable TaskSlot current() {
        UserScope scope = UserScope.current();
        TaskSlot slot = scope == null ? null : scope.slot();
        return slot == null || slot.attempt.isJob() ? null : slot;
    }

    /**
     * The code of the calling thread submits a job. If it is an attempt's, others may have its turn
     * until the job has ended.
     *
     * @return what the job calls before that code can see its end
     */
    public static Runnable submitsJob() {
        UserScope scope = UserScope.origin();
        TaskSlot slot = scope == null ? null : scope.slot();
        return slot == null || slot.turns == null ? () -> {} : slot.turns.awaitsJob(slot.attempt);
    }

    /** The record memory of the engine; the attempt must return what it takes. */
    public MemoryAccount memory(MemoryUse use) {
        return Objects.requireNonNull(memory).account(use, job);
    }

    /** The input cache; null if there is none. */
    public @Nullable InputCache inputs() {
        return inputs;
    }

    /**
     * Waits until no other attempt in the process runs its job's code; none does until this one has
     * left its own.
     *
     * @param call the reason, for people
     */
    void alone(String call) {
        if (turns == null) {
            return;
        }
        try {
            turns.alone(attempt, call);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new CancellationException(
                    attempt + " ended while it waited for its turn to call " + call);
        }
    }

    /** Takes the name of a bean, once no other attempt with that name runs. */
    void claim(ObjectName bean, String call) {
        TaskSlot other = BEANS.putIfAbsent(bean, this);
        if (other != null && !other.equals(this)) {
            alone(call);
            unregister(bean);
            BEANS.put(bean, this);
        }
    }

    /** Unregisters the beans that the ended attempt has left behind. */
    public void releaseClaims() {
        for (ObjectName bean : List.copyOf(BEANS.keySet())) {
            if (BEANS.remove(bean, this)) {
                unregister(bean);
            }
        }
    }

    private void unregister(ObjectName bean) {
        MBeanServer server = ManagementFactory.getPlatformMBeanServer();
        try {
            if (server.isRegistered(bean)) {
                server.unregisterMBean(bean);
            }
        } catch (JMException | RuntimeException e) { // code of the bean may refuse
            LOG.warn("{} of {} stays registered", bean, attempt, e);
        }
    }

    /** Does work for the attempt on a thread that must not wait for other attempts. */
    public void help(Callable<?> work) throws Exception {
        if (turns == null) {
            work.call();
        } else {
            turns.help(attempt, work);
        }
    }

    /**
     * Waits for another attempt of the job, which may have the turn meanwhile. {@code waiting} must
     * not run the job's own code.
     */
    public <T> T aside(Callable<T> waiting) throws Exception {
        whenItWaits.run();
        return withoutTurn(waiting);
    }

    /** Waits for something that an attempt with the turn may hold; otherwise as {@link #aside}. */
    public <T> T withoutTurn(Callable<T> waiting) throws Exception {
        if (turns == null) {
            return waiting.call();
        }
        int times = turns.suspend(attempt);
        try {
            return waiting.call();
        } finally {
            turns.resume(attempt, times);
        }
    }
}
