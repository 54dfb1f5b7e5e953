package io.millrace.cluster.gang;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.reflect.Proxy;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.mapreduce.JobID;
import org.apache.hadoop.mapreduce.TaskAttemptID;
import org.apache.hadoop.mapreduce.TaskCompletionEvent;
import org.apache.hadoop.mapreduce.TaskCompletionEvent.Status;
import org.apache.hadoop.mapreduce.TaskID;
import org.apache.hadoop.mapreduce.TaskType;
import org.apache.hadoop.mapreduce.protocol.ClientProtocol;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** From the driver, by way of the gang's directory, to the client. */
final class GangEventsTest {

    private static final JobID ID = new JobID("gang", 3);

    @TempDir Path work;

    private final List<TaskCompletionEvent> ofJob = new ArrayList<>();
    private final List<TaskCompletionEvent> ofGang = new ArrayList<>();
    private org.apache.hadoop.fs.Path directory;
    private GangEvents client;

    @BeforeEach
    void begin() throws Exception {
        directory = new org.apache.hadoop.fs.Path(Files.createDirectory(work.resolve("d")).toUri());
        client = new GangEvents(notes());
    }

    private FailureNotes notes() {
        return new FailureNotes(directory, new Configuration());
    }

    private static TaskCompletionEvent event(TaskType type, int task, int attempt, Status status) {
        TaskAttemptID id = new TaskAttemptID(new TaskID(ID, type, task), attempt);
        return new TaskCompletionEvent(0, id, task, type == TaskType.MAP, status, "");
    }

    /** Millrace's client of the job. */
    private ClientProtocol job() {
        return (ClientProtocol)
                Proxy.newProxyInstance(
                        ClientProtocol.class.getClassLoader(),
                        new Class<?>[] {ClientProtocol.class},
                        (proxy, method, arguments) ->
                                method.getName().equals("getTaskDiagnostics")
                                        ? new String[] {"why " + arguments[0] + " failed"}
                                        : ofJob.stream()
                                                .skip((int) arguments[1])
                                                .limit((int) arguments[2])
                                                .toArray(TaskCompletionEvent[]::new));
    }

    private List<String> shown(int from, int most) throws Exception {
        TaskCompletionEvent[] events =
                client.from(
                        from,
                        most,
                        number -> ofGang.stream().skip(number).toArray(TaskCompletionEvent[]::new));
        return Stream.of(events).map(TaskCompletionEvent::toString).toList();
    }

    @Test
    void theClientShowsFailedAttemptsOfTheJobBesideTheGangsOwn() throws Exception {
        FailureNotes driver = notes();
        ofJob.add(event(TaskType.MAP, 0, 0, Status.SUCCEEDED));
        driver.take(0, job(), ID);
        assertThat(shown(0, 10)).isEmpty();
        TaskCompletionEvent failed = event(TaskType.REDUCE, 7, 1, Status.FAILED);
        ofJob.add(failed);
        driver.take(0, job(), ID);
        driver.take(0, job(), ID);
        assertThat(shown(0, 10))
                .containsExactly("Task Id : attempt_gang_0003_r_000007_1, Status : FAILED");
        assertThat(
                        client.diagnostics(
                                org.apache.hadoop.mapred.TaskAttemptID.downgrade(
                                        failed.getTaskAttemptId())))
                .containsExactly("why attempt_gang_0003_r_000007_1 failed");
        ofGang.add(event(TaskType.MAP, 0, 0, Status.SUCCEEDED));
        assertThat(shown(1, 10))
                .containsExactly("Task Id : attempt_gang_0003_m_000000_0, Status : SUCCEEDED");
        assertThat(client.diagnostics(ofGang.get(0).getTaskAttemptId())).isNull();
    }

    @Test
    void theNextDriverAddsItsOwnAndAClientMayTakeFewAtATime() throws Exception {
        ofJob.add(event(TaskType.MAP, 0, 0, Status.FAILED));
        notes().take(0, job(), ID);
        assertThat(shown(0, 1)).hasSize(1);
        ofJob.add(event(TaskType.MAP, 0, 1, Status.TIPFAILED));
        notes().take(1, job(), ID);
        assertThat(shown(1, 1)).hasSize(1);
        assertThat(shown(2, 1)).hasSize(1);
        assertThat(shown(3, 1)).isEmpty();
    }

    @Test
    void aClientThatComesTooLateFindsNothingAndGoesOn() throws Exception {
        ofJob.add(event(TaskType.MAP, 0, 0, Status.FAILED));
        notes().take(0, job(), ID);
        directory.getFileSystem(new Configuration()).delete(directory, true);
        assertThat(shown(0, 10)).isEmpty();
    }

    @Test
    void theReasonOfAFailedJobComesFirst() {
        String said = "Job commit failed: " + new JobFailedException("no such word") + "\n";
        assertThat(JobFailedException.withoutCommit(said)).isEqualTo("no such word");
        String commit = "Job commit failed: java.io.IOException: disk full";
        assertThat(JobFailedException.withoutCommit(commit)).isEqualTo(commit);
    }
}
