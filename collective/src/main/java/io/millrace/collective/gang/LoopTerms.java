package io.millrace.collective.gang;

import io.millrace.collective.config.CollectiveKeys;
import io.millrace.collective.data.LoopState;
import io.millrace.collective.data.Share;
import io.millrace.hadoop.config.HadoopKeys;
import java.io.IOException;
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

    /** The last checkpoint if there is one, else the start. */
    public LoopState begin() throws IOException {
        boolean resumes = !checkpoint.isEmpty() && LoopState.exists(conf, new Path(checkpoint));
        return LoopState.read(conf, new Path(resumes ? checkpoint : conf.get(START, "")));
    }

    int iterations() {
        return conf.getInt(ITERATIONS, 0);
    }

    /** Whether the loop is over in this state. */
    public boolean over(LoopState state) {
        return state.ended() || state.iteration() >= iterations();
    }

    /** Whether it is time for a checkpoint of this state. */
    public boolean due(LoopState state) {
        return every > 0 && state.iteration() % every == 0;
    }

    public void checkpoint(LoopState state) throws IOException {
        state.write(conf, new Path(checkpoint));
    }

    /** Deletes the checkpoint of a loop that has come to its end. */
    public void finished() throws IOException {
        if (!checkpoint.isEmpty()) {
            LoopState.delete(conf, new Path(checkpoint));
        }
    }

    /** Whether map tasks are given their share of the data only. */
    boolean scattered() {
        return conf.getBoolean(Share.SCATTERED, false);
    }
}
