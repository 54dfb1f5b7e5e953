package org.apache.hadoop.mapred;

import java.io.IOException;
import org.apache.hadoop.ipc.ProtocolSignature;
import org.apache.hadoop.mapreduce.checkpoint.TaskCheckpointID;
import org.jspecify.annotations.Nullable;

/**
 * The umbilical of Hadoop's own tasks inside Millrace: always grants a commit, and passes on only
 * the status of their reports. It is in Hadoop's package because types of the protocol are
 * package-private; {@code io.millrace.hadoop.client.HadoopProbe} checks it.
 *
 * <p>Thread-safe.
 */
public abstract class InProcessUmbilical implements TaskUmbilicalProtocol {

    private volatile boolean ended;

    /**
     * Notes that the task has ended. Later requests for map outputs come from threads of a failed
     * shuffle; they get an exception and stop.
     */
    protected final void ended() {
        ended = true;
    }

    /** The task reports its status, on a separate thread. */
    protected abstract void statusReported(TaskStatus status);

    @Override
    public final AMFeedback statusUpdate(TaskAttemptID task, @Nullable TaskStatus status) {
        if (status != null) {
            statusReported(status);
        }
        AMFeedback feedback = new AMFeedback();
        feedback.setTaskFound(true);
        return feedback;
    }

    @Override
    public final boolean canCommit(TaskAttemptID task) {
        return true;
    }

    @Override
    public final void commitPending(TaskAttemptID task, TaskStatus status) {
        statusReported(status);
    }

    @Override
    public final JvmTask getTask(JvmContext context) {
        throw new UnsupportedOperationException("tasks are handed out by the engine");
    }

    @Override
    public final MapTaskCompletionEventsUpdate getMapCompletionEvents(
            JobID job, int from, int max, TaskAttemptID reduce) {
        if (ended) {
            throw new IllegalStateException(reduce + " has ended");
        }
        return new MapTaskCompletionEventsUpdate(TaskCompletionEvent.EMPTY_ARRAY, false);
    }

    @Override
    public final void reportDiagnosticInfo(TaskAttemptID task, String trace) {}

    @Override
    public final void reportNextRecordRange(TaskAttemptID task, SortedRanges.Range range) {}

    @Override
    public final void done(TaskAttemptID task) {}

    @Override
    public final void shuffleError(TaskAttemptID task, String message) {}

    @Override
    public final void fsError(TaskAttemptID task, String message) {}

    @Override
    public final void fatalError(TaskAttemptID task, String message, boolean fastFail) {}

    @Override
    public final void preempted(TaskAttemptID task, TaskStatus status) {}

    @Override
    @SuppressWarnings("NullAway") // there are no checkpoints; Hadoop expects null then
    public final @Nullable TaskCheckpointID getCheckpointID(TaskID task) {
        return null;
    }

    @Override
    public final void setCheckpointID(TaskID task, TaskCheckpointID checkpoint) {}

    @Override
    public final long getProtocolVersion(String protocol, long clientVersion) {
        return versionID;
    }

    @Override
    public final ProtocolSignature getProtocolSignature(
            String protocol, long clientVersion, int methodsHash) throws IOException {
        return ProtocolSignature.getProtocolSignature(this, protocol, clientVersion, methodsHash);
    }
}
