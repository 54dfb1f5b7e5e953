package io.millrace.hadoop.testing;

import io.millrace.verify.FinishedJob;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.mapred.JobClient;
import org.apache.hadoop.mapred.JobConf;
import org.apache.hadoop.mapred.RunningJob;
import org.apache.hadoop.mapreduce.Job;

/**
 * One run of a case: where its input is, where its output goes, how its jobs are configured, and
 * how they ended.
 */
public final class JobRun {
    private final JobConf conf;
    private final Path input;
    private final Path output;
    private final List<FinishedJob> finished = new ArrayList<>();

    public JobRun(JobConf conf, Path input, Path output) {
        this.conf = conf;
        this.input = input;
        this.output = output;
    }

    /** A new copy of the configuration that every job of this run starts from. */
    public JobConf conf() {
        return new JobConf(conf);
    }

    /**
     * A new job with {@link #conf}, reading text from {@link #input} and writing text to {@link
     * #output}.
     */
    public Job newJob(String name) throws Exception {
        Job job = Job.getInstance(conf(), name);
        org.apache.hadoop.mapreduce.lib.input.FileInputFormat.addInputPath(job, input);
        org.apache.hadoop.mapreduce.lib.output.FileOutputFormat.setOutputPath(job, output);
        return job;
    }

    /** The same for the old API. */
    public JobConf oldJob(String name) {
        JobConf job = conf();
        job.setJobName(name);
        org.apache.hadoop.mapred.FileInputFormat.addInputPath(job, input);
        org.apache.hadoop.mapred.FileOutputFormat.setOutputPath(job, output);
        return job;
    }

    public Path input() {
        return input;
    }

    public Path output() {
        return output;
    }

    /** Runs a job as new-API drivers do, and tells whether it succeeded. */
    public boolean finish(Job job) throws Exception {
        boolean succeeded = job.waitForCompletion(false);
        finished.add(
                new FinishedJob(
                        job.getJobName(),
                        succeeded,
                        job.getStatus().getFailureInfo(),
                        FinishedJob.values(job.getCounters())));
        return succeeded;
    }

    /** Runs a job as old-API drivers do, and tells whether it succeeded. */
    public boolean finish(JobConf job) throws Exception {
        try (JobClient client = new JobClient(job)) {
            RunningJob running = client.submitJob(job);
            running.waitForCompletion();
            Map<String, Long> counters = new TreeMap<>();
            for (org.apache.hadoop.mapred.Counters.Group group : running.getCounters()) {
                group.forEach(counter ->
                        counters.put(
                                FinishedJob.key(group.getName(), counter.getName()),
                                counter.getValue()));
            }
            finished.add(
                    new FinishedJob(
                            job.getJobName(),
                            running.isSuccessful(),
                            running.getFailureInfo(),
                            counters));
            return running.isSuccessful();
        }
    }

    /** Notes the end of a program that runs its jobs itself and shows only an exit code. */
    public boolean finish(String name, int exitCode) {
        finished.add(new FinishedJob(name, exitCode == 0, "exit code " + exitCode, Map.of()));
        return exitCode == 0;
    }

    /** The jobs that ended so far, in order. */
    public List<FinishedJob> finished() {
        return List.copyOf(finished);
    }
}
