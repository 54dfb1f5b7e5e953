package io.millrace.verify.run;

import java.io.IOException;
import java.lang.reflect.InvocationHandler;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.nio.file.Path;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.mapred.JobConf;
import org.apache.hadoop.mapreduce.JobID;
import org.apache.hadoop.mapreduce.JobStatus;
import org.apache.hadoop.mapreduce.MRJobConfig;
import org.apache.hadoop.mapreduce.protocol.ClientProtocol;
import org.jspecify.annotations.Nullable;

/**
 * A framework's client that notes down each job when a caller first sees that it has ended. All
 * calls pass through.
 */
final class RecordingClient implements InvocationHandler {

    /** Jobs are numbered over all clients of the process, in the order of their submission. */
    private static final AtomicInteger SUBMITTED = new AtomicInteger();

    /** Submitted jobs without a note yet, by the text of their id: its classes differ. */
    private static final ConcurrentMap<String, Submission> JOBS = new ConcurrentHashMap<>();

    private final ClientProtocol client;
    private final Path notes;

    private RecordingClient(ClientProtocol client, Path notes) {
        this.client = client;
        this.notes = notes;
    }

    /** A submitted job: its number and its configuration. */
    private record Submission(int number, JobConf conf) {}

    static ClientProtocol of(ClientProtocol client, Path notes) {
        return (ClientProtocol)
                Proxy.newProxyInstance(
                        ClientProtocol.class.getClassLoader(),
                        new Class<?>[] {ClientProtocol.class},
                        new RecordingClient(client, notes));
    }

    @Override
    public @Nullable Object invoke(Object proxy, Method method, Object @Nullable [] arguments)
            throws Throwable {
        try {
            if (method.getName().equals("submitJob") && arguments != null) {
                return submit(method, arguments);
            }
            Object result = method.invoke(client, arguments);
            if (result instanceof JobStatus status && status.isJobComplete()) {
                note(status);
            }
            return result;
        } catch (InvocationTargetException e) {
            throw e.getCause() == null ? e : e.getCause();
        }
    }

    private Object submit(Method method, Object[] arguments) throws Throwable {
        JobID id = (JobID) arguments[0];
        // The file goes with the job, so it is read before the job can end.
        org.apache.hadoop.fs.Path file =
                new org.apache.hadoop.fs.Path((String) arguments[1], "job.xml");
        JobConf conf = new JobConf(false);
        try (var in = FileSystem.get(file.toUri(), new JobConf()).open(file)) {
            conf.addResource(in);
            conf.size();
        }
        JOBS.put(id.toString(), new Submission(SUBMITTED.incrementAndGet(), conf));
        return method.invoke(client, arguments);
    }

    private void note(JobStatus status) throws IOException, InterruptedException {
        Submission job = JOBS.remove(status.getJobID().toString());
        if (job != null) {
            JobNote.of(
                            job.conf().get(MRJobConfig.JOB_NAME, ""),
                            status.getState() == JobStatus.State.SUCCEEDED,
                            String.valueOf(status.getFailureInfo()),
                            job.conf(),
                            client.getJobCounters(status.getJobID()))
                    .write(notes.resolve("job-%06d.properties".formatted(job.number())));
        }
    }
}
