package io.millrace.hadoop.isolation;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.hadoop.client.ClientConf;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import org.apache.hadoop.mapred.JobConf;
import org.apache.hadoop.mapreduce.Job;
import org.apache.hadoop.mapreduce.Mapper;
import org.apache.hadoop.mapreduce.TaskAttemptID;
import org.apache.hadoop.mapreduce.TaskID;
import org.apache.hadoop.mapreduce.TaskType;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * On Hadoop's whole path, an attempt waits for the path, and then for its turn in the process. The
 * path stays free for others if the attempt ends between the two.
 */
@Timeout(180) // against waiting for ever, which is what is tested
@Tag("jdk")
class PathTurnTest {

    private static final int MANY = 100;

    /** More than can end while the other job commits. */
    private static final int TASKS = 20;

    private static final long POLL_MILLIS = 10;
    private static final Duration LIMIT = Duration.ofSeconds(40);

    @TempDir Path directory;

    private final BlockingQueue<String> started = new LinkedBlockingQueue<>();
    private final Semaphore work = new Semaphore(0);
    private final CountDownLatch changed = new CountDownLatch(1);

    @BeforeEach
    void putLatches() {
        System.getProperties().put(PathTurnMappers.STARTED, started);
        System.getProperties().put(PathTurnMappers.WORK, work);
        System.getProperties().put(PathTurnMappers.CHANGED, changed);
    }

    @AfterEach
    void removeLatches() {
        work.release(MANY);
        changed.countDown();
        System.getProperties().remove(PathTurnMappers.STARTED);
        System.getProperties().remove(PathTurnMappers.WORK);
        System.getProperties().remove(PathTurnMappers.CHANGED);
    }

    @Test
    void anAttemptThatEndsBetweenTheTwoLeavesThePathToOthers() throws Exception {
        Job onPath = job("path", TASKS, PathTurnMappers.Waiting.class);
        onPath.getConfiguration().set("millrace.task.runner", "hadoop");
        onPath.getConfiguration().setInt("mapreduce.job.running.map.limit", 2);
        Job other = job("other", 1, PathTurnMappers.Changing.class);
        JobJars.bring(other, directory, PathTurnMappers.class);
        try {
            onPath.submit();
            TaskAttemptID first = TaskAttemptID.forName(started.take());
            awaitThreadIn("takeTurn", "tryLock");
            other.submit();
            awaitThreadIn("makeExclusive");
            work.release();
            // The first attempt leaves; the other job gets the process, and the second the path.
            awaitThreadIn("takeTurn", "resume");
            onPath.killTask(otherOfTwo(first));
            awaitThreadIn("abort", "enter");
            changed.countDown();
            awaitEndOf(other);
            // Two more, on threads of their own.
            awaitThreadIn("takeTurn", "tryLock");
            work.release(MANY);
            assertThat(other.isSuccessful()).isTrue();
            assertThat(onPath.waitForCompletion(false))
                    .as(onPath.getStatus().getFailureInfo())
                    .isTrue();
        } finally {
            onPath.killJob();
            other.killJob();
        }
    }

    /** It commits in a turn of its own, before which attempts on the path may have to end. */
    private void awaitEndOf(Job other) throws Exception {
        while (!other.isComplete()) {
            if (work.hasQueuedThreads()) {
                work.release();
            }
            TimeUnit.MILLISECONDS.sleep(POLL_MILLIS);
        }
    }

    private static TaskAttemptID otherOfTwo(TaskAttemptID first) {
        int task = 1 - first.getTaskID().getId();
        return new TaskAttemptID(new TaskID(first.getJobID(), TaskType.MAP, task), 0);
    }

    /** Waits until a thread is in all of these methods. */
    private static void awaitThreadIn(String... methods) throws InterruptedException {
        long deadline = System.nanoTime() + LIMIT.toNanos();
        while (Thread.getAllStackTraces().values().stream()
                .noneMatch(stack -> methods(stack).containsAll(List.of(methods)))) {
            assertThat(System.nanoTime() - deadline)
                    .as(() -> "no thread is in " + List.of(methods) + ", but " + ours())
                    .isNegative();
            TimeUnit.MILLISECONDS.sleep(POLL_MILLIS);
        }
    }

    /** The threads of jobs, with what they do. */
    private static String ours() {
        return Thread.getAllStackTraces().entrySet().stream()
                .filter(each -> each.getKey().getName().startsWith("millrace-"))
                .map(each -> each.getKey().getName() + ": " + List.of(each.getValue()))
                .collect(Collectors.joining("\n", "\n", "\n"));
    }

    private static Set<String> methods(StackTraceElement[] stack) {
        return Arrays.stream(stack)
                .map(StackTraceElement::getMethodName)
                .collect(Collectors.toSet());
    }

    private Job job(String name, int maps, Class<? extends Mapper<?, ?, ?, ?>> mapper)
            throws Exception {
        Path own = Files.createDirectory(directory.resolve(name));
        Path input = Files.createDirectory(own.resolve("in"));
        for (int i = 0; i < maps; i++) {
            Files.writeString(input.resolve("file" + i), "1\n");
        }
        JobConf conf = ClientConf.in(directory);
        conf.setInt("millrace.map.threads", 4);
        return ClientConf.mapOnly(conf, own, mapper);
    }
}
