package io.millrace.collective.gang;

import io.millrace.collective.config.CollectiveKeys;
import io.millrace.collective.data.Checkpoint;
import io.millrace.collective.data.LoopIdentity;
import io.millrace.collective.data.LoopState;
import io.millrace.collective.data.Share;
import io.millrace.hadoop.config.HadoopKeys;
import java.io.IOException;
import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;

/**
 * What a loop's configuration says of where it begins, when it ends and what it keeps on the way.
 */
public final class LoopTerms {

    /** The key of the file that a loop begins with. */
    public static final String START = "io.millrace.collective.start";

    /** The key of how many iterations there are at most. */
    public static final String ITERATIONS = "io.millrace.collective.iterations";

    private final Configuration conf;
    private final int every;
    private final String checkpoint;

    /** Of this loop; known once it has begun. */
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
                            + ", and there is nowhere to write to; set "
                            + CollectiveKeys.CHECKPOINT_PATH);
        }
    }

    /**
     * The last checkpoint if there is one, else the start.
     *
     * @throws IOException also if the checkpoint is not one of this loop
     */
    public LoopState begin() throws IOException {
        Checkpoint start = Checkpoint.read(conf, new Path(conf.get(START, "")));
        identity = start.identity();
        Path path = checkpoint.isEmpty() ? null : new Path(checkpoint);
        if (path == null || !Checkpoint.exists(conf, path)) {
            return start.state(conf);
        }
        Checkpoint found = Checkpoint.read(conf, path);
        refuseOther(found, identity);
        LoopState state = found.state(conf);
        if (state.iteration() > iterations()) {
            throw new IOException(
                    "the checkpoint "
                            + checkpoint
                            + " is of iteration "
                            + state.iteration()
                            + ", and the loop ends after "
                            + iterations()
                            + "; ask for as many iterations, or delete it to begin anew");
        }
        return state;
    }

    private void refuseOther(Checkpoint found, LoopIdentity own) throws IOException {
        List<String> differences = found.identity().differences(own);
        if (!differences.isEmpty()) {
            throw new IOException(
                    "the checkpoint "
                            + checkpoint
                            + " is of another loop, which would come to another result: it differs in "
                            + String.join(", ", differences)
                            + ". Delete it to begin anew, name another file in "
                            + CollectiveKeys.CHECKPOINT_PATH
                            + " to keep it, or run the loop as it was to go on from it");
        }
    }

    /** Where the loop's checkpoints are; empty if it makes none and begins with none. */
    public String path() {
        return checkpoint;
    }

    int iterations() {
        return conf.getInt(ITERATIONS, 0);
    }

    /** Whether the loop is over in this state. */
    public boolean isFinished(LoopState state) {
        return state.ended() || state.iteration() >= iterations();
    }

    /** Whether it is time for a checkpoint of this state. */
    public boolean due(LoopState state) {
        return every > 0 && state.iteration() % every == 0;
    }

    public void checkpoint(LoopState state) throws IOException {
        Checkpoint.of(identity, state).write(conf, new Path(checkpoint));
    }

    /** Deletes the checkpoint of a loop that has come to its end. */
    public void finished() throws IOException {
        if (!checkpoint.isEmpty()) {
            Checkpoint.delete(conf, new Path(checkpoint));
        }
    }

    /** Whether map tasks are given their share of the data only. */
    boolean scattered() {
        return conf.getBoolean(Share.SCATTERED, false);
    }
}
