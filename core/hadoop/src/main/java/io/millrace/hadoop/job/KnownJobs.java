package io.millrace.hadoop.job;

import io.millrace.hadoop.staging.SubmitDirectory;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.LongSupplier;
import org.apache.hadoop.mapred.JobID;
import org.jspecify.annotations.Nullable;

/**
 * The jobs that clients can query: all running jobs and the most recent finished ones. Thread-safe.
 */
final class KnownJobs {

    /** However many jobs end, a client that polls slowly must still learn the result of its job. */
    private static final long GRACE_MILLIS = 60_000;

    /** Maximum number of tasks of finished jobs whose reports are kept, at some kilobytes each. */
    private static final int MAX_TASKS = 50_000;

    private record Entry(HadoopJob job, SubmitDirectory files, JobThread thread) {}

    private final Map<JobID, Entry> jobs = new LinkedHashMap<>();
    private final Deque<Entry> ended = new ArrayDeque<>();
    private final LongSupplier nowMillis;
    private long endedTasks;

    /**
     * @param nowMillis the time, as in {@link System#currentTimeMillis}
     */
    KnownJobs(LongSupplier nowMillis) {
        this.nowMillis = nowMillis;
    }

    synchronized void add(HadoopJob job, SubmitDirectory files, JobThread thread) {
        if (jobs.putIfAbsent(job.id(), new Entry(job, files, thread)) != null) {
            throw new IllegalStateException(
                    job.id() + " was submitted before; request a new job id for each job");
        }
    }

    /** Notes that a job has ended, and forgets the oldest finished jobs if there are too many. */
    void ended(HadoopJob job, int retained) {
        long now = nowMillis.getAsLong();
        List<Entry> forgotten = new ArrayList<>();
        synchronized (this) {
            Entry entry = jobs.get(job.id());
            if (entry != null) {
                ended.addLast(entry);
                endedTasks += job.tasks();
            }
            while (tooMany(retained, now)) {
                Entry oldest = ended.removeFirst();
                endedTasks -= oldest.job().tasks();
                jobs.remove(oldest.job().id());
                forgotten.add(oldest);
            }
        }
        forgotten.forEach(entry -> entry.files().forget());
    }

    private boolean tooMany(int retained, long now) {
        boolean graceOver =
                !ended.isEmpty() && ended.getFirst().job().finishMillis() + GRACE_MILLIS <= now;
        return (ended.size() > retained && graceOver)
                || (ended.size() > 1 && endedTasks > MAX_TASKS);
    }

    /** Job ids of the old and the new API are never equal, so one kind is used throughout. */
    synchronized @Nullable HadoopJob find(org.apache.hadoop.mapreduce.JobID id) {
        Entry entry = jobs.get(JobID.downgrade(id));
        return entry == null ? null : entry.job();
    }

    synchronized List<HadoopJob> all() {
        return jobs.values().stream().map(Entry::job).toList();
    }

    /** Threads of jobs that still have work to do. */
    synchronized List<JobThread> activeThreads() {
        return jobs.values().stream().map(Entry::thread).filter(Thread::isAlive).toList();
    }
}
