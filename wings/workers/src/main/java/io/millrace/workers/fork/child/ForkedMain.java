package io.millrace.workers.fork.child;

import io.millrace.engine.job.remote.AttemptEngine;
import io.millrace.exchange.connection.MessageChannel;
import io.millrace.files.namespace.Namespaces;
import io.millrace.files.process.MillraceProcess;
import io.millrace.hadoop.counters.GarbageCollectionTime;
import io.millrace.hadoop.loader.LogSetup;
import io.millrace.hadoop.task.TaskAttempts;
import io.millrace.workers.fork.wire.JobSpec;
import io.millrace.workers.fork.wire.Order;
import java.io.IOException;
import org.apache.hadoop.mapred.JobConf;
import org.apache.hadoop.mapreduce.counters.Limits;

/**
 * Main class of a forked JVM. Connects to the job's process, whose address and secret it reads from
 * standard input, and carries out its orders. If the connection ends without an order, the job's
 * process has ended; this one then ends at once, with all processes that its attempts have started.
 */
public final class ForkedMain {

    private ForkedMain() {}

    public static void main(String[] args) throws IOException {
        try {
            serve();
        } catch (IOException e) {
            e.printStackTrace();
            JobConnection.endAtOnce();
        }
    }

    private static void serve() throws IOException {
        LogSetup.read();
        Namespaces.of(MillraceProcess.current()).outOfReach();
        MessageChannel link = JobConnection.open();
        TaskStreams streams = TaskStreams.install();
        JobSpec job = JobSpec.readFrom(link.receive(), JobConnection::loaders);
        JobConf conf = job.environment().conf();
        Limits.init(conf);
        TaskAttempts tasks = new TaskAttempts(job.environment(), null, null);
        AttemptEngine engine =
                AttemptEngine.open(
                        new ForkedJob(job.environment(), tasks),
                        tasks.shape().withoutPartialReducer("tasks run in JVMs of their own"),
                        conf::get,
                        job.resources());
        AttemptRunner runner =
                new AttemptRunner(tasks, conf, new ForkedHost(engine), new GarbageCollectionTime());
        AttemptThread attempts = new AttemptThread(runner, link::send, streams);
        attempts.start("task");
        for (Order order = Order.readFrom(link.receive(), engine::intake);
                !(order instanceof Order.End);
                order = Order.readFrom(link.receive(), engine::intake)) {
            attempts.carryOut(order);
        }
        System.exit(0);
    }
}
