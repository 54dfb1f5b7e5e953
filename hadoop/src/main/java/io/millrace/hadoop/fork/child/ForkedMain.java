package io.millrace.hadoop.fork.child;

import io.millrace.files.namespace.Namespaces;
import io.millrace.files.process.MillraceProcess;
import io.millrace.hadoop.fork.wire.Address;
import io.millrace.hadoop.fork.wire.Introduction;
import io.millrace.hadoop.fork.wire.JobSpec;
import io.millrace.hadoop.fork.wire.Link;
import io.millrace.hadoop.fork.wire.Order;
import io.millrace.hadoop.fork.wire.Secret;
import io.millrace.hadoop.loader.JobLoaders;
import java.io.DataInputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.channels.SocketChannel;
import org.apache.hadoop.mapreduce.counters.Limits;

/**
 * Main class of a forked JVM. Connects to the job's process, whose address and secret it reads from
 * standard input, and carries out its orders. If the connection ends without an order, the job's
 * process has ended; this one then ends at once, with all processes that its attempts have started.
 */
public final class ForkedMain {

    /** Exit code of a JVM whose job's process has ended. */
    private static final int EXIT_ORPHANED = 75;

    /** Number of tries to connect; a connection is dropped if too many callers connect. */
    private static final int TRIES = 10;

    private ForkedMain() {}

    public static void main(String[] args) throws IOException {
        try {
            serve();
        } catch (IOException e) {
            e.printStackTrace();
            endAtOnce();
        }
    }

    private static void serve() throws IOException {
        Namespaces.of(MillraceProcess.current()).outOfReach();
        Link link = connect();
        TaskStreams streams = TaskStreams.install();
        JobSpec job =
                JobSpec.readFrom(
                        link.receive(),
                        (conf, classPath) ->
                                new JobLoaders()
                                        .make(conf, ClassLoader.getSystemClassLoader(), classPath));
        Limits.init(job.environment().conf());
        AttemptRunner runner = new AttemptRunner(job);
        AttemptThread attempts = new AttemptThread(runner, link, streams);
        attempts.start();
        for (Order order = Order.readFrom(link.receive(), runner::intake);
                !(order instanceof Order.End);
                order = Order.readFrom(link.receive(), runner::intake)) {
            attempts.carryOut(order);
        }
        System.exit(0);
    }

    private static Link connect() throws IOException {
        DataInputStream in = new DataInputStream(System.in);
        Address address = Address.readFrom(in);
        Secret secret = Secret.readFrom(in);
        System.setIn(InputStream.nullInputStream());
        for (int left = TRIES; ; left--) {
            SocketChannel channel = address.connect();
            try {
                Introduction.introduce(channel, secret);
                return new Link(channel);
            } catch (EOFException e) {
                channel.close();
                if (left == 1) {
                    throw e;
                }
            }
        }
    }

    /** Ends without running the hooks of user code, because no process is left to stop them. */
    static void endAtOnce() {
        ProcessHandle.current().descendants().forEach(ProcessHandle::destroyForcibly);
        Runtime.getRuntime().halt(EXIT_ORPHANED);
    }
}
