package io.millrace.workers.gang;

import io.millrace.exchange.gang.Threads;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.SplittableRandom;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.mapreduce.v2.api.records.JobState;
import org.apache.hadoop.mapreduce.v2.api.records.TaskAttemptId;
import org.apache.hadoop.mapreduce.v2.api.records.TaskAttemptState;
import org.apache.hadoop.mapreduce.v2.api.records.TaskState;
import org.apache.hadoop.mapreduce.v2.api.records.TaskType;
import org.apache.hadoop.mapreduce.v2.app.AppContext;
import org.apache.hadoop.mapreduce.v2.app.job.Job;
import org.apache.hadoop.mapreduce.v2.app.job.Task;
import org.apache.hadoop.mapreduce.v2.app.job.TaskAttempt;
import org.apache.hadoop.mapreduce.v2.app.job.event.JobDiagnosticsUpdateEvent;
import org.apache.hadoop.mapreduce.v2.app.job.event.TaskAttemptEvent;
import org.apache.hadoop.mapreduce.v2.app.job.event.TaskAttemptEventType;
import org.apache.hadoop.mapreduce.v2.app.job.event.TaskAttemptKillEvent;
import org.apache.hadoop.mapreduce.v2.app.job.event.TaskAttemptStatusUpdateEvent.TaskAttemptStatus;
import org.apache.hadoop.mapreduce.v2.app.rm.ContainerAllocator;
import org.apache.hadoop.mapreduce.v2.app.rm.ContainerAllocatorEvent;
import org.apache.hadoop.mapreduce.v2.app.speculate.Speculator;
import org.apache.hadoop.mapreduce.v2.app.speculate.SpeculatorEvent;
import org.apache.hadoop.service.AbstractService;
import org.apache.hadoop.yarn.event.Event;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * In the application master of a job whose map tasks must all run at once: gives the containers
 * back if some do not come ({@link AllOrNothing}). It is a speculator because a master creates that
 * one from a setting, and shows it the job; it never starts a second attempt.
 *
 * <p>It does what a client may do, which is to kill and fail attempts; neither counts as a failed
 * one unless the job gives up. An attempt that takes the place of a killed one asks for a container
 * at once, so while the gang rests, that request is withdrawn. To ask again, the attempt is killed,
 * and the next one asks for the hosts of its data.
 *
 * <p>The application master starts and stops it, and one thread works between the two.
 */
public final class GangAllocation extends AbstractService implements Speculator {

    private static final Logger LOG = LoggerFactory.getLogger(GangAllocation.class);
    private static final Duration POLL = Duration.ofMillis(250);

    private final AppContext context;
    private final int seconds;
    private final String advice;
    private final Thread thread = Threads.create("millrace-gang-allocation", this::run);

    /** The attempts without a container that do not ask for one. */
    private final Set<TaskAttemptId> parked = new HashSet<>();

    private volatile boolean stopped;

    /** Called by the application master. */
    public GangAllocation(Configuration conf, AppContext context) {
        super(GangAllocation.class.getName());
        this.context = context;
        this.seconds = conf.getInt(WholeGang.SECONDS, Integer.MAX_VALUE);
        this.advice = conf.get(WholeGang.ADVICE, "");
    }

    @Override
    protected void serviceStart() throws Exception {
        thread.start();
        super.serviceStart();
    }

    @Override
    protected void serviceStop() throws Exception {
        stopped = true;
        thread.interrupt();
        super.serviceStop();
    }

    @Override
    public void handle(SpeculatorEvent event) {}

    @Override
    public void handleAttempt(TaskAttemptStatus status) {}

    private void run() {
        try {
            Job job = awaitJob();
            if (job != null && !job.isUber()) {
                allocate(job);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt(); // the master ends
        }
    }

    /** Waits until the job runs; null if it never will. */
    private @Nullable Job awaitJob() throws InterruptedException {
        while (!stopped) {
            for (Job each : context.getAllJobs().values()) {
                JobState state = each.getState();
                if (state == JobState.RUNNING) {
                    return each;
                } else if (state != JobState.NEW && state != JobState.INITED) {
                    return null;
                }
            }
            pause();
        }
        return null;
    }

    private static void pause() throws InterruptedException {
        Thread.sleep(POLL.toMillis());
    }

    private void allocate(Job job) throws InterruptedException {
        int needed = job.getTotalMaps();
        AllOrNothing rule =
                new AllOrNothing(needed, Duration.ofSeconds(seconds), new SplittableRandom());
        AllOrNothing.Step last = AllOrNothing.Step.HOLD;
        long start = System.nanoTime();
        while (!stopped && job.getState() == JobState.RUNNING) {
            int held = held(job);
            AllOrNothing.Step step = rule.next(Duration.ofNanos(System.nanoTime() - start), held);
            if (step != last) {
                LOG.info("Millrace: the gang has {} of {} containers: {}", held, needed, step);
            }
            if (step == AllOrNothing.Step.WHOLE) {
                return;
            }
            if (step == AllOrNothing.Step.GIVE_UP) {
                fail(job, rule.most());
                return;
            }
            if (step == AllOrNothing.Step.REST) {
                rest(job);
            } else if (last == AllOrNothing.Step.REST) {
                askAgain(job);
            }
            last = step;
            pause();
        }
    }

    /** How many tasks have a container, or do not need one any more. */
    private static int held(Job job) {
        int held = 0;
        for (Task task : job.getTasks(TaskType.MAP).values()) {
            if (task.getState() == TaskState.SUCCEEDED
                    || live(task).stream().anyMatch(GangAllocation::hasContainer)) {
                held++;
            }
        }
        return held;
    }

    private static List<TaskAttempt> live(Task task) {
        return task.getAttempts().values().stream().filter(GangAllocation::isLive).toList();
    }

    private static List<TaskAttempt> live(Job job) {
        List<TaskAttempt> live = new ArrayList<>();
        job.getTasks(TaskType.MAP).values().forEach(task -> live.addAll(live(task)));
        return live;
    }

    /** It has been scheduled, and neither ended nor begun to end. */
    private static boolean isLive(TaskAttempt attempt) {
        TaskAttemptState state = attempt.getState();
        return state == TaskAttemptState.STARTING || state == TaskAttemptState.RUNNING;
    }

    private static boolean hasContainer(TaskAttempt attempt) {
        return attempt.getAssignedContainerID() != null;
    }

    /** Called again and again, since attempts take the place of the killed ones. */
    private void rest(Job job) {
        for (TaskAttempt each : live(job)) {
            TaskAttemptId id = each.getID();
            if (hasContainer(each)) {
                kill(id, "It gives its container back, because the job did not get all of them.");
            } else if (parked.add(id)) {
                send(
                        new ContainerAllocatorEvent(
                                id, ContainerAllocator.EventType.CONTAINER_DEALLOCATE));
            }
        }
    }

    private void askAgain(Job job) {
        for (TaskAttempt each : live(job)) {
            if (parked.contains(each.getID())) {
                kill(each.getID(), "It asks for a container again.");
            }
        }
        parked.clear();
    }

    private void fail(Job job, int most) throws InterruptedException {
        String reason =
                "%s needs %d workers at once, but had containers for %d at most in the %d s since the first one came; %s"
                        .formatted(job.getID(), job.getTotalMaps(), most, seconds, advice);
        LOG.error("Millrace: {}", reason);
        send(new JobDiagnosticsUpdateEvent(job.getID(), reason));
        Task first = job.getTasks(TaskType.MAP).values().iterator().next();
        while (!stopped && job.getState() == JobState.RUNNING) {
            for (TaskAttempt each : live(first)) {
                send(new TaskAttemptEvent(each.getID(), TaskAttemptEventType.TA_FAILMSG_BY_CLIENT));
            }
            pause();
        }
    }

    private void kill(TaskAttemptId attempt, String why) {
        send(new TaskAttemptKillEvent(attempt, why));
    }

    private void send(Event<?> event) {
        context.getEventHandler().handle(event);
    }
}
