package io.millrace.engine.job;

import io.millrace.engine.record.KeyOrder;
import io.millrace.engine.task.AttemptGuard;
import io.millrace.engine.task.AttemptId;
import io.millrace.engine.task.TaskKind;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.Callable;

/**
 * A job as the engine sees it: how many tasks, in which order its keys are, and how to make an
 * attempt. Methods may be called from several threads at once.
 */
public interface JobDefinition {

    /**
     * For thread names, files and messages, for instance Hadoop's job id; must be a valid file
     * name.
     */
    String name();

    int mapTasks();

    /** Number of partitions; 0 for a job that ends with its map tasks. */
    int reduceTasks();

    /**
     * An instance of the key order that one thread may use. Not called for a job without reducers.
     */
    KeyOrder newKeyOrder();

    /**
     * Runs a piece of the job's work on the calling thread: an attempt from its making to its end,
     * a sort, a combine. A job whose code expects something around itself, for instance an identity
     * or a context class loader, puts it in place here, once for each piece. What the work throws
     * comes out unchanged.
     */
    default <T> T perform(Callable<T> work) throws Exception {
        return work.call();
    }

    /** A new attempt at a map task; called on the thread that will run it. */
    MapAttempt newMapAttempt(AttemptId id, AttemptGuard guard) throws Exception;

    /** A new attempt at a reduce task; called on the thread that will run it. */
    ReduceAttempt newReduceAttempt(AttemptId id, AttemptGuard guard) throws Exception;

    /** How often a task of this kind may fail, and how many tasks may. */
    RetryPolicy retryPolicy(TaskKind kind);

    JobListener listener();

    /**
     * Directories for runs that memory has no room for; at least one. The engine makes and deletes
     * its own below them.
     */
    List<Path> spillDirectories();

    /** How long a cancelled attempt may take to notice before it is fenced and left behind. */
    Duration exitTimeout();
}
