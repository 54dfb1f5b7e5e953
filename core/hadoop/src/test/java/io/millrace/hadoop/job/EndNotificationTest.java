package io.millrace.hadoop.job;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpServer;
import io.millrace.hadoop.client.ClientConf;
import io.millrace.testing.Await;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.apache.hadoop.mapred.JobConf;
import org.apache.hadoop.mapred.JobID;
import org.apache.hadoop.mapreduce.Job;
import org.apache.hadoop.mapreduce.JobStatus.State;
import org.apache.hadoop.mapreduce.MRJobConfig;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class EndNotificationTest {

    private static final JobID ID = new JobID("17", 1);

    @TempDir Path directory;

    private final List<String> requests = new CopyOnWriteArrayList<>();
    private HttpServer server;
    private volatile int refusals;
    private JobConf conf;

    @BeforeEach
    void serve() throws IOException {
        server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.createContext(
                "/",
                exchange -> {
                    requests.add(exchange.getRequestURI().toString());
                    exchange.sendResponseHeaders(requests.size() <= refusals ? 500 : 200, -1);
                    exchange.close();
                });
        server.start();
        conf = ClientConf.in(directory);
        conf.setJobEndNotificationURI(
                "http://"
                        + server.getAddress().getHostString()
                        + ":"
                        + server.getAddress().getPort()
                        + "/end?id=$jobId&status=$jobStatus");
    }

    @AfterEach
    void stop() {
        server.stop(0);
    }

    @Test
    void theUrlIsCalledOnceWithIdAndStatus() throws Exception {
        EndNotification.of(conf, ID, State.KILLED).send();
        assertThat(requests).containsExactly("/end?id=job_17_0001&status=KILLED");
    }

    @Test
    void aRefusalIsRetriedAsOftenAsTheJobAllows() throws Exception {
        conf.setInt(MRJobConfig.MR_JOB_END_RETRY_ATTEMPTS, 2);
        conf.setInt(MRJobConfig.MR_JOB_END_RETRY_INTERVAL, 1);
        refusals = 99;
        EndNotification.of(conf, ID, State.SUCCEEDED).send();
        assertThat(requests).hasSize(3);
    }

    @Test
    void theClustersKeysSayHowOftenWhereTheUserSetThose() throws Exception {
        conf.setInt(MRJobConfig.MR_JOB_END_NOTIFICATION_MAX_ATTEMPTS, 4);
        conf.setInt(MRJobConfig.MR_JOB_END_NOTIFICATION_MAX_RETRY_INTERVAL, 1);
        refusals = 2;
        EndNotification.of(conf, ID, State.SUCCEEDED).send();
        assertThat(requests).hasSize(3);
    }

    @Test
    void whatIsNoUrlIsNotCalled() {
        conf.setJobEndNotificationURI("nowhere");
        assertThat(EndNotification.of(conf, ID, State.SUCCEEDED)).isNull();
    }

    @Test
    void aJobsEndIsAnnounced() throws Exception {
        Job job = ClientConf.mapOnly(conf, directory, JobLifeTest.Identity.class);
        assertThat(job.waitForCompletion(false)).isTrue();
        Await.until("the notification has come", () -> !requests.isEmpty());
        assertThat(requests).containsExactly("/end?id=" + job.getJobID() + "&status=SUCCEEDED");
    }
}
