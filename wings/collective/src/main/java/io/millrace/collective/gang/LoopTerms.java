package io.millrace.collective.gang;

import io.millrace.collective.config.CollectiveKeys;
import io.millrace.collective.data.Checkpoint;
import io.millrace.collective.data.LoopEnd;
import io.millrace.collective.data.LoopIdentity;
import io.millrace.collective.data.LoopProgress;
import io.millrace.collective.data.LoopState;
import io.millrace.collective.data.Share;
import io.millrace.hadoop.config.HadoopKeys;
import java.io.IOException;
import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The settings of a loop: its start, its end and its checkpoints. Used by one thread: that of a
 * worker, or of the client.
 */
public final class LoopTerms {

    private static final Logger LOG = LoggerFactory.getLogger(LoopTerms.class);

    /** The key of the file with a loop's start. */
    public static final String START = "io.millrace.collective.start";

    /** The key of the maximum number of iterations. */
    public static final String ITERATIONS = "io.millrace.collective.iterations";

    private final Configuration conf;
    private final int every;
    private final String checkpoint;

    /** The identity of this loop; known once it has started. */
    private LoopIdentity identity = LoopIdentity.NONE;

    public LoopTerms(Configuration conf) {
        this.conf = conf;
        this.every = CollectiveKeys.CHECKPOINT_EVERY.in(HadoopKeys.settings(conf));
        this.checkpoint = CollectiveKeys.CHECKPOINT_PATH.in(HadoopKeys.settings(conf));
        if (every > 0 && checkpoint.isEmpty()) {
            throw new IllegalArgumentException(
                    CollectiveKeys.CHECKPOINT_EVERY
                            + " is "
                            + every
                            + ", but checkpoints have no file; set "
                            + CollectiveKeys.CHECKPOINT_PATH);
        }
    }

    /**
     * The last checkpoint if there is one, otherwise the start.
     *
     * @throws IOException including the case that the checkpoint is of another loop
     */
    public LoopProgress begin() throws IOException {
        Checkpoint start = Checkpoint.read(conf, new Path(conf.get(START, "")));
        identity = start.identity();
        Path path = checkpoint.isEmpty() ? null : new Path(checkpoint);
        if (path == null || !Checkpoint.exists(conf, path)) {
            return start.progress(conf);
        }
        Checkpoint found = Checkpoint.read(conf, path);
        refuseOther(found, identity);
        LoopProgress progress = found.progress(conf);
        int reached = progress.state().iteration();
        if (reached > iterations()) {
            throw new IOException(
                    "the checkpoint "
                            + checkpoint
                            + " is of iteration "
                            + reached
                            + ", but the loop ends after "
                            + iterations()
                            + "; request at least as many iterations, or delete the"
                            + " checkpoint to start again");
        }
        return progress;
    }

    private void refuseOther(Checkpoint found, LoopIdentity own) throws IOException {
        List<String> differences = found.identity().differences(own);
        if (!differences.isEmpty()) {
            throw new IOException(
                    "the checkpoint "
                            + checkpoint
                            + " is of another loop with a different result: it differs in "
                            + String.join(", ", differences)
                            + ". Delete it to start again, name another file in "
                            + CollectiveKeys.CHECKPOINT_PATH
                            + " to keep it, or run the original loop to resume from it");
        }
    }

    /** The path of the loop's checkpoints; empty if it neither writes nor reads any. */
    public String path() {
        return checkpoint;
    }

    int iterations() {
        return conf.getInt(ITERATIONS, 0);
    }

    /** Whether the loop has ended in this state. */
    public boolean isFinished(LoopState state) {
        return state.ended() || state.iteration() >= iterations();
    }

    /** Whether it is time for a checkpoint of this state. */
    public boolean due(LoopState state) {
        return every > 0 && state.iteration() % every == 0;
    }

    public void checkpoint(LoopProgress progress) throws IOException {
        Checkpoint.of(identity, progress).write(conf, new Path(checkpoint));
    }

    /** Lets all workers find the end of the loop. */
    void end(LoopEnd end) throws IOException {
        end.write(conf, endFile());
    }

    /** The end of the loop; null if it has not ended. */
    @Nullable LoopEnd ended() throws IOException {
        return LoopEnd.read(conf, endFile());
    }

    /** Whether the loop is known to have ended. */
    boolean hasEnded() {
        try {
            return LoopEnd.exists(conf, endFile());
        } catch (IOException e) {
            LOG.debug("Cannot look for the end of the loop", e);
            return false;
        }
    }

    /** It is beside the file with the start, in the loop's directory. */
    private Path endFile() {
        return new Path(new Path(conf.get(START, "")).getParent(), "last");
    }

    /** Deletes the checkpoint of a completed loop. */
    public void finished() throws IOException {
        if (!checkpoint.isEmpty()) {
            Checkpoint.delete(conf, new Path(checkpoint));
        }
    }

    /** Whether map tasks get only their share of the data. */
    boolean scattered() {
        return conf.getBoolean(Share.SCATTERED, false);
    }
}
