package io.millrace.hadoop.task;

import io.millrace.engine.task.TaskKind;
import io.millrace.engine.task.Thrown;
import java.io.IOException;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.mapred.AttemptContexts;
import org.apache.hadoop.mapred.FileOutputCommitter;
import org.apache.hadoop.mapred.FileOutputFormat;
import org.apache.hadoop.mapred.JobConf;
import org.apache.hadoop.mapred.TaskAttemptContext;
import org.apache.hadoop.mapreduce.MRJobConfig;
import org.apache.hadoop.mapreduce.OutputCommitter;
import org.apache.hadoop.mapreduce.OutputFormat;
import org.apache.hadoop.util.ReflectionUtils;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The job's output committer, of either API, for one attempt: setup, then commit or abort, each at
 * most once (contract OUT-1). Call all methods in the job's user scope; abort may run on a
 * different thread.
 */
final class AttemptCommitter {

    private static final Logger LOG = LoggerFactory.getLogger(AttemptCommitter.class);

    private final AttemptFrame frame;
    private final TaskAttemptContext context;
    private volatile @Nullable OutputCommitter committer;
    private volatile @Nullable OutputFormat<Object, Object> format;

    AttemptCommitter(AttemptFrame frame) {
        this.frame = frame;
        this.context = AttemptContexts.of(frame.conf(), frame.id(), frame.reporter());
    }

    /** Creates the committer, sets the directory of side files, and sets the attempt up. */
    void setUp(boolean newApi) throws IOException, InterruptedException, ClassNotFoundException {
        OutputCommitter made = make(newApi);
        setWorkPath(made);
        made.setupTask(context);
    }

    private OutputCommitter make(boolean newApi)
            throws IOException, InterruptedException, ClassNotFoundException {
        OutputCommitter made = newApi ? newCommitter() : frame.conf().getOutputCommitter();
        committer = made;
        return made;
    }

    /** Undoes the output of an attempt that another process set up and ran. */
    void abortLost() {
        JobConf conf = frame.conf();
        boolean map = frame.guard().attempt().kind() == TaskKind.MAP;
        try {
            make(map ? conf.getUseNewMapper() : conf.getUseNewReducer());
        } catch (IOException | InterruptedException | ClassNotFoundException e) {
            throw new IllegalStateException("its output committer could not be created", e);
        }
        abort();
    }

    @SuppressWarnings("unchecked") // a job's classes are known only at run time
    private OutputCommitter newCommitter()
            throws IOException, InterruptedException, ClassNotFoundException {
        OutputFormat<Object, Object> made =
                (OutputFormat<Object, Object>)
                        ReflectionUtils.newInstance(context.getOutputFormatClass(), frame.conf());
        format = made;
        return made.getOutputCommitter(context);
    }

    /**
     * Sets {@code mapreduce.task.output.dir}: the attempt's own directory if the old committer has
     * one, else the job's.
     */
    private void setWorkPath(OutputCommitter made) throws IOException {
        JobConf conf = frame.conf();
        Path output = FileOutputFormat.getOutputPath(conf);
        if (output == null) {
            return;
        }
        Path work =
                made instanceof FileOutputCommitter old ? old.getTaskAttemptPath(context) : output;
        conf.set(
                MRJobConfig.TASK_OUTPUT_DIR, new Path(conf.getWorkingDirectory(), work).toString());
    }

    /** The committer; only after {@link #setUp}. */
    OutputCommitter committer() {
        OutputCommitter made = committer;
        if (made == null) {
            throw new IllegalStateException("the committer of " + frame.id() + " is not set up");
        }
        return made;
    }

    /** The new-API output format that created the committer: writer and committer must share it. */
    OutputFormat<Object, Object> format() {
        OutputFormat<Object, Object> made = format;
        if (made == null) {
            throw new IllegalStateException(frame.id() + " has no new-API output format");
        }
        return made;
    }

    void commit() throws IOException {
        OutputCommitter made = committer();
        if (made.needsTaskCommit(context)) {
            made.commitTask(context);
        }
    }

    /** Undoes the attempt's output, if any. Does not throw. */
    void abort() {
        OutputCommitter made = committer;
        if (made == null) {
            return;
        }
        try {
            if (!leftNothing(made)) {
                made.abortTask(context);
            }
        } catch (Throwable e) { // the edge of user code; the attempt has failed already
            LOG.warn(
                    "The output committer could not abort {}; its temporary files may be left behind: {}",
                    frame.id(),
                    Thrown.text(e));
            LOG.info("The stack of that", Thrown.sound(e));
        }
    }

    /**
     * Whether Hadoop's own committer has nothing to delete. It would warn that it could not, beside
     * a failure that people are looking for.
     */
    private boolean leftNothing(OutputCommitter made) throws IOException {
        Path work = null;
        if (made.getClass() == org.apache.hadoop.mapreduce.lib.output.FileOutputCommitter.class) {
            work =
                    ((org.apache.hadoop.mapreduce.lib.output.FileOutputCommitter) made)
                            .getWorkPath();
        } else if (made.getClass() == FileOutputCommitter.class) {
            work = ((FileOutputCommitter) made).getTaskAttemptPath(context);
        }
        return work != null && !work.getFileSystem(frame.conf()).exists(work);
    }
}
