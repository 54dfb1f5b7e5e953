package io.millrace.hadoop.job;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpServer;
import io.millrace.hadoop.client.ClientConf;
import io.millrace.hadoop.testing.ChildJvm;
import io.millrace.testing.Sampled;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.apache.hadoop.io.LongWritable;
import org.apache.hadoop.io.Text;
import org.apache.hadoop.mapred.JobConf;
import org.apache.hadoop.mapreduce.Job;
import org.apache.hadoop.mapreduce.Mapper;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What becomes of a job when its process ends; in a process of its own. */
@Sampled(oneIn = 2)
class ProcessEndTest {

    @TempDir Path directory;

    /** Between the driver and its mapper, which are in one process. */
    private static final CountDownLatch RUNNING = new CountDownLatch(1);

    private static final CountDownLatch GO = new CountDownLatch(1);

    /** Says that it runs, then goes on as soon as it may. */
    static final class Signalling extends Mapper<LongWritable, Text, LongWritable, Text> {
        @Override
        protected void map(LongWritable key, Text value, Context context)
                throws IOException, InterruptedException {
            context.write(key, value);
            RUNNING.countDown();
            GO.await();
        }
    }

    /** Ends the process it runs in. */
    static final class Exiting extends Mapper<LongWritable, Text, LongWritable, Text> {
        @Override
        protected void map(LongWritable key, Text value, Context context) {
            System.exit(9);
        }
    }

    /** Submits a job, and returns from {@code main} or leaves otherwise as it is told. */
    static final class Driver {
        private Driver() {}

        public static void main(String[] args) throws Exception {
            Path directory = Path.of(args[0]);
            JobConf conf = ClientConf.in(directory);
            conf.set(
                    "mapreduce.jobtracker.staging.root.dir",
                    directory.resolve("tmp/staging").toString());
            if (args[1].startsWith("http")) {
                conf.setJobEndNotificationURI(args[1]);
                GO.countDown();
            }
            if (args[1].equals("task")) {
                conf.setInt("mapreduce.task.exit.timeout", 600_000);
                ClientConf.mapOnly(conf, directory, Exiting.class).waitForCompletion(false);
                return;
            }
            Job job = ClientConf.mapOnly(conf, directory, Signalling.class);
            if (args[1].startsWith("http")) {
                System.exit(job.waitForCompletion(false) ? 8 : 1);
            }
            job.submit();
            RUNNING.await();
            if (args[1].equals("exit")) {
                System.exit(7);
            }
            GO.countDown();
        }
    }

    @Test
    void aDriverMayReturnFromMainBeforeItsJobIsDone() throws Exception {
        assertThat(run("return")).isZero();
        assertThat(directory.resolve("out/_SUCCESS")).exists();
    }

    @Test
    void exitInTheDriverAbortsTheJobAndLeavesNothing() throws Exception {
        assertThat(run("exit")).isEqualTo(7);
        assertThat(Jars.names(directory.resolve("out"))).isEmpty();
        assertThat(regularFiles(directory.resolve("tmp"))).isEmpty();
    }

    @Test
    void exitInATaskIsNotKeptWaitingByThatTask() throws Exception {
        assertThat(run("task")).isEqualTo(9);
        assertThat(Jars.names(directory.resolve("out"))).isEmpty();
        assertThat(regularFiles(directory.resolve("tmp"))).isEmpty();
    }

    @Test
    void aDriverThatExitsRightAfterItsJobStillHasItsEndAnnounced() throws Exception {
        BlockingQueue<String> requests = new LinkedBlockingQueue<>();
        HttpServer server =
                HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.createContext(
                "/",
                exchange -> {
                    requests.add(exchange.getRequestURI().toString());
                    exchange.sendResponseHeaders(200, -1);
                    exchange.close();
                });
        server.start();
        try {
            String url = "http://localhost:" + server.getAddress().getPort() + "/?is=$jobStatus";
            assertThat(run(url)).isEqualTo(8);
            assertThat(requests).containsExactly("/?is=SUCCEEDED");
        } finally {
            server.stop(0);
        }
    }

    private int run(String how) throws Exception {
        Process process =
                ChildJvm.start(directory.resolve("log"), List.of(), Driver.class, directory, how);
        assertThat(process.waitFor(120, TimeUnit.SECONDS)).isTrue();
        return process.exitValue();
    }

    private static List<Path> regularFiles(Path root) throws IOException {
        try (var files = Files.walk(root)) {
            return files.filter(Files::isRegularFile).toList();
        }
    }
}
