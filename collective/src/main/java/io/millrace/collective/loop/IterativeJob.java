package io.millrace.collective.loop;

import io.millrace.collective.config.CollectiveKeys;
import io.millrace.collective.config.Pattern;
import io.millrace.collective.data.Checkpoint;
import io.millrace.collective.data.DynamicData;
import io.millrace.collective.data.LoopIdentity;
import io.millrace.collective.data.LoopState;
import io.millrace.collective.data.Share;
import io.millrace.collective.gang.LoopTerms;
import io.millrace.collective.gang.StepConf;
import io.millrace.collective.old.OldInputFormat;
import io.millrace.collective.step.Step;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.mapred.JobConf;
import org.apache.hadoop.mapreduce.Counters;
import org.apache.hadoop.mapreduce.Job;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A loop of MapReduce steps over one input. The job says what is read and with which configuration;
 * the steps say what is done with it in each iteration:
 *
 * <pre>{@code
 * LoopState end =
 *         IterativeJob.over(job)
 *                 .startWith(centres)
 *                 .repeat(
 *                         Step.map(Nearest.class, IntWritable.class, PointSum.class)
 *                                 .allReduce(AddPoints.class)
 *                                 .merge(NewCentres.class))
 *                 .atMost(20)
 *                 .run();
 * }</pre>
 *
 * The data that the steps pass on is in {@link DynamicData#of}. With {@code -D
 * millrace.collective.pattern=none} each step of each iteration is a plain job instead, for any
 * framework; the result is the same, up to rounding. Classes of a step and input formats are of
 * either API.
 */
public final class IterativeJob {

    private static final Logger LOG = LoggerFactory.getLogger(IterativeJob.class);

    private final Job job;
    private final List<Step> steps = new ArrayList<>();
    private final LoopJobs jobs = new LoopJobs();
    private DynamicData start = DynamicData.EMPTY;
    private int iterations = Integer.MAX_VALUE;
    private boolean keepsObjects;

    private IterativeJob(Job job) {
        this.job = job;
    }

    /** A loop over what a job reads. The job itself is never submitted, and needs no output. */
    public static IterativeJob over(Job job) {
        return new IterativeJob(job);
    }

    /** The same over what a job of the old API reads. */
    public static IterativeJob over(JobConf job) throws IOException {
        return new IterativeJob(OldInputFormat.job(job));
    }

    /** What the tasks of the first iteration are given. */
    public IterativeJob startWith(DynamicData data) {
        start = data;
        return this;
    }

    /** What is done in each iteration, one step after the other. */
    public IterativeJob repeat(Step... body) {
        steps.addAll(List.of(body));
        return this;
    }

    /** Ends the loop after so many iterations, if no merge does before. */
    public IterativeJob atMost(int limit) {
        iterations = limit;
        return this;
    }

    /**
     * Says that mappers neither change nor keep the keys and values that they are given, so that
     * workers may give them the same objects in each iteration, as long as memory has room for
     * those. Without it they are made anew of bytes for each mapper.
     */
    public IterativeJob keepObjects() {
        keepsObjects = true;
        return this;
    }

    /**
     * Runs the loop to its end, or goes on from its last checkpoint. Blocks. A checkpoint is gone
     * on from if program, input, configuration and start are what they were when it was written;
     * the number of iterations may have grown.
     *
     * @return how many iterations it took in all, and what the last one made
     * @throws IOException if a job of the loop fails; what it has done is in the checkpoint, if it
     *     makes any. Also if the checkpoint that is there is of another loop
     */
    public LoopState run() throws IOException, InterruptedException, ClassNotFoundException {
        Configuration conf = new Configuration(job.getConfiguration());
        conf.setInt(LoopTerms.ITERATIONS, iterations);
        if (keepsObjects) {
            conf.setIfUnset(CollectiveKeys.KEEP.name(), "objects");
        }
        List<StepConf> body = stepConfs(conf);
        Path folder =
                new Path(conf.get("hadoop.tmp.dir", "/tmp"), "millrace-loop-" + UUID.randomUUID());
        FileSystem files = folder.getFileSystem(conf);
        Path work = files.makeQualified(folder);
        try {
            Path first = new Path(work, "start");
            files.mkdirs(work);
            conf.set(LoopTerms.START, first.toString());
            LoopState begin = new LoopState(0, false, start);
            Checkpoint.of(identity(conf, body, begin), begin).write(conf, first);
            logResume(new LoopTerms(conf));
            LoopState end =
                    plain(body)
                            ? new PlainLoop(job, conf, body, work, jobs).run()
                            : new GangLoop(job, conf, body, work, jobs).run();
            new LoopTerms(conf).finished();
            return end;
        } finally {
            files.delete(work, true);
        }
    }

    private LoopIdentity identity(Configuration conf, List<StepConf> body, LoopState begin)
            throws IOException, InterruptedException, ClassNotFoundException {
        return new LoopTerms(conf).path().isEmpty()
                ? LoopIdentity.NONE
                : new LoopFingerprint(job, body).of(begin);
    }

    private static void logResume(LoopTerms terms) throws IOException {
        LoopState begin = terms.begin();
        if (begin.iteration() > 0) {
            LOG.info(
                    "The loop goes on after iteration {}, from its checkpoint {}",
                    begin.iteration(),
                    terms.path());
        }
    }

    /**
     * What the tasks of all iterations have counted, once the loop has ended; of a gang also what
     * {@link io.millrace.collective.gang.LoopCounter} says.
     */
    public Counters counters() {
        return jobs.counters();
    }

    private List<StepConf> stepConfs(Configuration conf) {
        if (steps.isEmpty()) {
            throw new IllegalStateException("a loop needs a step to repeat");
        }
        List<StepConf> body = new ArrayList<>();
        steps.forEach(step -> body.add(StepConf.of(conf, step)));
        if (body.stream().anyMatch(StepConf::scattered)) {
            conf.setBoolean(Share.SCATTERED, true);
            body.forEach(step -> step.conf().setBoolean(Share.SCATTERED, true));
        }
        return body;
    }

    private static boolean plain(List<StepConf> body) {
        long plain = body.stream().filter(step -> step.pattern() == Pattern.NONE).count();
        if (plain > 0 && plain < body.size()) {
            throw new IllegalStateException(
                    "some steps of the loop have a collective and some have none; set "
                            + CollectiveKeys.PATTERN
                            + " to none for all of them, or name one for each");
        }
        return plain > 0;
    }
}
