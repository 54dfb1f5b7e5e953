package io.millrace.workers.fork;

import io.millrace.engine.task.AttemptId;
import java.io.IOException;
import java.util.BitSet;

/**
 * The JVMs that run the attempts of one job. Thread-safe.
 *
 * @param <J> one of them, or a slot of one
 */
public interface AttemptJvms<J extends AttemptJvm> extends AutoCloseable {

    /** A JVM for one attempt. Waits until there is one. */
    J take(AttemptId attempt) throws IOException, InterruptedException;

    /**
     * The workers that need the attempt's map output; none if this process takes it.
     *
     * @param jvm the JVM that is to run it
     */
    BitSet receivers(AttemptId attempt, J jvm) throws IOException;

    /** Takes back a JVM whose attempt was committed. */
    void giveBack(AttemptId attempt, J jvm) throws IOException;

    /** Takes back a JVM that has undone its attempt, because user code failed in it. */
    void end(AttemptId attempt, J jvm);

    /** Ends a JVM that did not undo its attempt. */
    void destroy(AttemptId attempt, J jvm);

    /** Ends all JVMs of the job. */
    @Override
    void close();
}
