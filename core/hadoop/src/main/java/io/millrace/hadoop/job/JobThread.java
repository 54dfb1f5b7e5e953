package io.millrace.hadoop.job;

import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * The job's own thread. Not a daemon, because a driver may submit a job and return from {@code
 * main}. Ends after the job has ended and its notification is sent.
 */
final class JobThread extends Thread {

    private final HadoopJob job;
    private final Runnable beforeEnd;
    private final Consumer<HadoopJob> afterEnd;
    private @Nullable JobLifecycle run;
    private @Nullable JobRequest request;

    /**
     * The thread of a job.
     *
     * @param beforeEnd called before anybody can see that the job has ended
     */
    JobThread(
            HadoopJob job,
            JobLifecycle run,
            JobRequest request,
            Runnable beforeEnd,
            Consumer<HadoopJob> afterEnd) {
        super("millrace-" + job.id());
        this.job = job;
        this.run = run;
        this.request = request;
        this.beforeEnd = beforeEnd;
        this.afterEnd = afterEnd;
        setDaemon(false);
        setContextClassLoader(request.clientLoader());
    }

    HadoopJob job() {
        return job;
    }

    @Override
    public void run() {
        JobLifecycle running = run;
        JobRequest requested = request;
        run = null;
        request = null;
        if (running == null || requested == null) {
            return;
        }
        JobEnd end = running.run();
        EndNotification notification = EndNotification.of(requested.conf(), job.id(), end.state());
        beforeEnd.run();
        job.end(end, running.counters());
        afterEnd.accept(job);
        send(notification);
        // The job table keeps this thread as long as the job; it must not retain the client's
        // classes.
        setContextClassLoader(null);
    }

    private static void send(@Nullable EndNotification notification) {
        if (notification == null) {
            return;
        }
        try {
            notification.send();
        } catch (InterruptedException e) {
            // The process is ending and has waited long enough; the thread ends anyway.
            Thread.currentThread().interrupt();
        }
    }
}
