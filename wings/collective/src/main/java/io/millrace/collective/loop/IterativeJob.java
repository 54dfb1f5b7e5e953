package io.millrace.collective.loop;

import io.millrace.collective.config.CollectiveKeys;
import io.millrace.collective.config.Pattern;
import io.millrace.collective.data.Checkpoint;
import io.millrace.collective.data.DynamicData;
import io.millrace.collective.data.LoopIdentity;
import io.millrace.collective.data.LoopProgress;
import io.millrace.collective.data.LoopState;
import io.millrace.collective.data.Share;
import io.millrace.collective.gang.LoopTerms;
import io.millrace.collective.gang.StepConf;
import io.millrace.collective.old.OldInputFormat;
import io.millrace.collective.step.Step;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.mapred.JobConf;
import org.apache.hadoop.mapreduce.Counters;
import org.apache.hadoop.mapreduce.Job;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A loop of MapReduce steps over one input. The job defines the input and the configuration; the
 * steps define the work of each iteration:
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
 * {@link DynamicData#of} returns the data that the steps pass on. With {@code -D
 * millrace.collective.pattern=none} each step of each iteration is a plain job instead, for any
 * framework; the result is the same, up to rounding. Classes of a step and input formats are of
 * either API. Used by one thread.
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

    /** The same over the input of an old-API job. */
    public static IterativeJob over(JobConf job) throws IOException {
        return new IterativeJob(OldInputFormat.job(job));
    }

    /** Sets the data of the first iteration. */
    public IterativeJob startWith(DynamicData data) {
        start = data;
        return this;
    }

    /** Sets the steps of each iteration, in order. */
    public IterativeJob repeat(Step... body) {
        steps.addAll(List.of(body));
        return this;
    }

    /** Ends the loop after {@code limit} iterations, unless a merge ends it earlier. */
    public IterativeJob atMost(int limit) {
        iterations = limit;
        return this;
    }

    /**
     * Declares that mappers neither change nor keep their keys and values, so that workers may pass
     * the same objects in each iteration, as long as they fit into memory. Otherwise they are
     * deserialized again for each mapper.
     */
    public IterativeJob keepObjects() {
        keepsObjects = true;
        return this;
    }

    /**
     * Runs the loop to its end, from its last checkpoint if there is one. Blocks. The loop resumes
     * from a checkpoint if program, input, configuration and start are unchanged; the number of
     * iterations may have grown.
     *
     * @return the total number of iterations, and the data of the last one
     * @throws IOException if a job of the loop fails, in which case the checkpoint, if any, keeps
     *     its progress; or if an existing checkpoint is of another loop
     */
    public LoopState run() throws IOException, InterruptedException, ClassNotFoundException {
        Configuration conf = new Configuration(job.getConfiguration());
        conf.setInt(LoopTerms.ITERATIONS, iterations);
        if (keepsObjects) {
            conf.setIfUnset(CollectiveKeys.KEEP.name(), "objects");
        }
        List<StepConf> body = stepConfs(conf);
        try (LoopDirectory directory = LoopDirectory.make(conf)) {
            Path work = directory.path();
            Path first = new Path(work, "start");
            conf.set(LoopTerms.START, first.toString());
            LoopState begin = new LoopState(0, false, start);
            Checkpoint.of(identity(conf, body, begin), new LoopProgress(begin, new Counters()))
                    .write(conf, first);
            logResume(new LoopTerms(conf));
            LoopState end =
                    plain(body)
                            ? new PlainLoop(job, conf, body, work, jobs).run()
                            : new GangLoop(job, conf, body, work, jobs).run();
            new LoopTerms(conf).finished();
            return end;
        }
    }

    private LoopIdentity identity(Configuration conf, List<StepConf> body, LoopState begin)
            throws IOException, InterruptedException, ClassNotFoundException {
        return new LoopTerms(conf).path().isEmpty()
                ? LoopIdentity.NONE
                : new LoopFingerprint(job, body).of(begin);
    }

    private static void logResume(LoopTerms terms) throws IOException {
        LoopState begin = terms.begin().state();
        if (begin.iteration() > 0) {
            LOG.info(
                    "The loop resumes after iteration {}, from its checkpoint {}",
                    begin.iteration(),
                    terms.path());
        }
    }

    /**
     * The counters of the tasks of all iterations, once the loop has ended, including those before
     * the checkpoint from which it resumed; for a gang including {@link
     * io.millrace.collective.gang.LoopCounter}.
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
                    "some steps of the loop have a collective and others do not; set "
                            + CollectiveKeys.PATTERN
                            + " to none for all of them, or name one for each step");
        }
        return plain > 0;
    }
}
