package io.millrace.hadoop.testing;

import io.millrace.testing.Seeds;
import io.millrace.verify.OutputTree;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.apache.hadoop.mapred.JobConf;
import org.apache.hadoop.mapreduce.Counters;
import org.apache.hadoop.mapreduce.Job;
import org.apache.hadoop.mapreduce.JobStatus;
import org.apache.hadoop.mapreduce.TaskCompletionEvent;
import org.apache.hadoop.mapreduce.TaskReport;
import org.apache.hadoop.mapreduce.TaskType;

/** One job that is expected to get into trouble, and what its client sees of that. */
public final class Trial {
    private static final int MAX_EVENTS = 10_000;

    private final JobRun run;

    private Trial(JobRun run) {
        this.run = run;
    }

    /** Prepares a job under Millrace over the given input. */
    public static Trial over(String name, Path input, EngineSetup setup) {
        JobConf conf = Framework.MILLRACE.newConf();
        setup.applyTo(conf);
        Path output = Workspace.directory(name + "-trial").resolve("out");
        return new Trial(
                new JobRun(
                        conf,
                        new org.apache.hadoop.fs.Path(input.toUri()),
                        new org.apache.hadoop.fs.Path(output.toUri())));
    }

    /** Writes an input that several trials may read. */
    public static Path input(String name, JobCase.Input input) throws IOException {
        Path directory = Workspace.directory(name + "-input");
        input.write(directory, Seeds.random(name));
        return directory;
    }

    /** What the job is set up with. */
    public JobRun jobRun() {
        return run;
    }

    /** Runs a job to its end. */
    public End finish(Job job) throws Exception {
        job.submit();
        return await(job);
    }

    /** Waits for the end of a job that was submitted. */
    public End await(Job job) throws Exception {
        job.waitForCompletion(false);
        JobStatus status = job.getStatus();
        List<TaskCompletionEvent> events =
                Arrays.asList(job.getTaskCompletionEvents(0, MAX_EVENTS));
        return new End(
                status.getState(),
                String.valueOf(status.getFailureInfo()),
                diagnostics(job, events),
                events,
                job.getCounters(),
                OutputTree.read(run.output()));
    }

    private static String diagnostics(Job job, List<TaskCompletionEvent> events) throws Exception {
        List<String> all = new ArrayList<>();
        for (TaskType type : List.of(TaskType.MAP, TaskType.REDUCE)) {
            for (TaskReport report : job.getTaskReports(type)) {
                all.addAll(Arrays.asList(report.getDiagnostics()));
            }
        }
        for (TaskCompletionEvent event : events) {
            if (event.getStatus() != TaskCompletionEvent.Status.SUCCEEDED) {
                all.addAll(Arrays.asList(job.getTaskDiagnostics(event.getTaskAttemptId())));
            }
        }
        return String.join("\n", all);
    }

    /**
     * How a job ended.
     *
     * @param failure what its status says about the failure
     * @param diagnostics what the failed attempts say
     * @param counters of the whole job
     */
    public record End(
            JobStatus.State state,
            String failure,
            String diagnostics,
            List<TaskCompletionEvent> events,
            Counters counters,
            OutputTree files) {
        /** All that a user can read about the failure. */
        public String everything() {
            return failure + "\n" + diagnostics;
        }

        /** A counter of Hadoop's own; 0 if it is not there. */
        public long counter(Enum<?> name) {
            return counters.findCounter(name).getValue();
        }

        /** A counter of the user's; 0 if it is not there. */
        public long counter(String group, String name) {
            return counters.findCounter(group, name).getValue();
        }

        /** How the attempts of one kind ended, in the order in which they did. */
        public List<String> ended(TaskType type) {
            return events.stream()
                    .filter(event -> event.isMapTask() == (type == TaskType.MAP))
                    .map(event -> event.getStatus().name())
                    .toList();
        }
    }
}
