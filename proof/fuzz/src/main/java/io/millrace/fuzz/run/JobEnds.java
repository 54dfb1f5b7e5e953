package io.millrace.fuzz.run;

import io.millrace.verify.FinishedJob;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Predicate;
import org.apache.hadoop.mapred.JobClient;
import org.apache.hadoop.mapred.JobConf;
import org.apache.hadoop.mapred.RunningJob;
import org.apache.hadoop.mapred.TaskCompletionEvent;
import org.apache.hadoop.mapreduce.Counters;
import org.apache.hadoop.mapreduce.Job;

/** Runs the jobs of a program, of both APIs, to their ends, and keeps their results. */
final class JobEnds implements Predicate<Object> {

    private final boolean local;
    private final List<FinishedJob> ends = new ArrayList<>();

    /**
     * A list without jobs.
     *
     * @param local whether Hadoop's local runner runs them
     */
    JobEnds(boolean local) {
        this.local = local;
    }

    List<FinishedJob> all() {
        return List.copyOf(ends);
    }

    @Override
    public boolean test(Object job) {
        try {
            return job instanceof Job newJob ? finish(newJob) : finish((JobConf) job);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (InterruptedException e) {
            throw new IllegalStateException("a run was abandoned", e);
        } catch (ClassNotFoundException e) {
            throw new IllegalStateException(e);
        }
    }

    private boolean finish(Job job)
            throws IOException, InterruptedException, ClassNotFoundException {
        boolean succeeded = job.waitForCompletion(false);
        String id = job.getJobID().toString();
        String failure = succeeded ? "" : local ? Failures.of(id) : diagnostics(job);
        Counters counters = job.getCounters();
        ends.add(
                new FinishedJob(
                        job.getJobName(),
                        succeeded,
                        failure,
                        counters == null ? Map.of() : FinishedJob.values(counters)));
        return succeeded;
    }

    private boolean finish(JobConf job) throws IOException, InterruptedException {
        try (JobClient client = new JobClient(job)) {
            RunningJob running = client.submitJob(job);
            running.waitForCompletion();
            boolean succeeded = running.isSuccessful();
            String id = running.getID().toString();
            Map<String, Long> counters = new TreeMap<>();
            if (running.getCounters() != null) {
                for (org.apache.hadoop.mapred.Counters.Group group : running.getCounters()) {
                    group.forEach(counter ->
                            counters.put(
                                    FinishedJob.key(group.getName(), counter.getName()),
                                    counter.getValue()));
                }
            }
            String failure = succeeded ? "" : local ? Failures.of(id) : diagnostics(running);
            ends.add(new FinishedJob(job.getJobName(), succeeded, failure, counters));
            return succeeded;
        }
    }

    private static String diagnostics(Job job) throws IOException, InterruptedException {
        StringBuilder all = new StringBuilder(String.valueOf(job.getStatus().getFailureInfo()));
        for (TaskCompletionEvent event : job.getTaskCompletionEvents(0)) {
            if (event.getTaskStatus() != TaskCompletionEvent.Status.SUCCEEDED) {
                all.append('\n')
                        .append(
                                String.join(
                                        "\n", job.getTaskDiagnostics(event.getTaskAttemptId())));
            }
        }
        return all.toString();
    }

    private static String diagnostics(RunningJob job) throws IOException {
        StringBuilder all = new StringBuilder(String.valueOf(job.getFailureInfo()));
        for (TaskCompletionEvent event : job.getTaskCompletionEvents(0)) {
            if (event.getTaskStatus() != TaskCompletionEvent.Status.SUCCEEDED) {
                all.append('\n')
                        .append(
                                String.join(
                                        "\n", job.getTaskDiagnostics(event.getTaskAttemptId())));
            }
        }
        return all.toString();
    }
}
