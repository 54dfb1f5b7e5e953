package io.millrace.hadoop.many;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.hadoop.testing.EngineSetup;
import io.millrace.hadoop.testing.Trial;
import io.millrace.hadoop.testing.Workspace;
import io.millrace.testing.Await;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.LongSummaryStatistics;
import java.util.stream.Stream;
import org.apache.hadoop.mapreduce.Job;
import org.apache.hadoop.mapreduce.JobPriority;
import org.apache.hadoop.mapreduce.TaskReport;
import org.apache.hadoop.mapreduce.TaskType;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** How jobs that run side by side share the slots. */
final class SharingTest {
    private static final int TASKS = 6;

    private final Path marks = Workspace.directory("marks");
    private final Path gate = marks.resolve("gate");

    @BeforeEach
    void clear() throws Exception {
        Files.deleteIfExists(gate);
    }

    @Test
    void prioritiesOrderWhatHasNotBegun() throws Exception {
        Job first = submit("first", 1, JobPriority.VERY_LOW, "map.threads=1");
        Await.until("the first job holds the only slot", () -> marks() == 1);
        Job low = submit("low", TASKS, JobPriority.LOW, "map.threads=1");
        Job raised = submit("raised", TASKS, JobPriority.LOW, "map.threads=1");
        Job high = submit("high", TASKS, JobPriority.HIGH, "map.threads=1");
        raised.setPriority(JobPriority.VERY_HIGH);
        for (Job job : List.of(low, raised, high)) {
            Await.until("the tasks of " + job.getJobName() + " wait", () -> tasksWait(job));
        }
        Files.createFile(gate);
        for (Job job : List.of(first, low, raised, high)) {
            assertThat(job.waitForCompletion(false)).as(job.getJobName()).isTrue();
        }
        assertThat(starts(raised).getMax()).isLessThanOrEqualTo(starts(high).getMin());
        assertThat(starts(high).getMax()).isLessThanOrEqualTo(starts(low).getMin());
        assertThat(raised.getStatus().getPriority()).isEqualTo(JobPriority.VERY_HIGH);
    }

    @Test
    void aJobRunsNoMoreMapTasksAtOnceThanItAllows() throws Exception {
        Job job =
                submit(
                        "limited",
                        TASKS,
                        JobPriority.DEFAULT,
                        "map.threads=4",
                        "mapreduce.job.running.map.limit=2");
        Await.until("two tasks run", () -> marks() == 2);
        Files.createFile(gate);
        assertThat(job.waitForCompletion(false)).isTrue();
        assertThat(mostAtOnce(job.getTaskReports(TaskType.MAP))).isBetween(1L, 2L);
    }

    @Test
    void jobsOfOnePriorityGetEquallyManySlots() throws Exception {
        Job first = submit("first", 4 * TASKS, JobPriority.DEFAULT, "map.threads=4");
        Await.until("the first job has all slots", () -> marks() == 4);
        Job second = submit("second", 4 * TASKS, JobPriority.DEFAULT, "map.threads=4");
        Await.until("the tasks of the second wait", () -> tasksWait(second));
        assertThat(second.getStatus().getMapProgress()).isZero();
        Files.createFile(gate);
        assertThat(first.waitForCompletion(false)).isTrue();
        assertThat(second.waitForCompletion(false)).isTrue();
        assertThat(starts(second).getMin()).isLessThan(starts(first).getMax());
    }

    private Job submit(String name, int maps, JobPriority priority, String... settings)
            throws Exception {
        Trial trial = Trial.over(name, Workspace.directory("no-input"), EngineSetup.PLAIN);
        Job job = Gated.newJob(trial.jobRun(), name, maps, gate, marks);
        job.setPriority(priority);
        for (String setting : settings) {
            String[] parts = setting.split("=", -1);
            job.getConfiguration()
                    .set(parts[0].contains(".job.") ? parts[0] : "millrace." + parts[0], parts[1]);
        }
        job.submit();
        return job;
    }

    private long marks() throws Exception {
        try (Stream<Path> all = Files.list(marks)) {
            return all.filter(path -> !path.equals(gate)).count();
        }
    }

    /** Whether the engine's thread of this job has queued the tasks, and waits for them. */
    private static boolean tasksWait(Job job) {
        return Thread.getAllStackTraces().keySet().stream()
                .anyMatch(thread ->
                        thread.getName().equals("millrace-job-" + job.getJobID())
                                && thread.getState() == Thread.State.WAITING);
    }

    private static LongSummaryStatistics starts(Job job) throws Exception {
        return Arrays.stream(job.getTaskReports(TaskType.MAP))
                .mapToLong(TaskReport::getStartTime)
                .summaryStatistics();
    }

    /** How many tasks ran at the same time; one that ends as another starts does not count. */
    private static long mostAtOnce(TaskReport[] reports) {
        return Arrays.stream(reports)
                .map(one ->
                        Arrays.stream(reports)
                                .filter(other ->
                                        other.getStartTime() <= one.getStartTime()
                                                && other.getFinishTime() > one.getStartTime())
                                .count())
                .max(Comparator.naturalOrder())
                .orElse(0L);
    }
}
