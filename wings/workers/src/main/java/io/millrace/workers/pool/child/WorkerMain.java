package io.millrace.workers.pool.child;

import io.millrace.exchange.connection.MessageChannel;
import io.millrace.files.namespace.Namespaces;
import io.millrace.files.process.MillraceProcess;
import io.millrace.hadoop.loader.JobLoaders;
import io.millrace.hadoop.loader.LogSetup;
import io.millrace.hadoop.scope.PrintedStream;
import io.millrace.workers.fork.child.JobConnection;
import io.millrace.workers.pool.WorkerSpec;
import java.io.IOException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Path;
import org.apache.hadoop.mapreduce.counters.Limits;

/**
 * Main class of a worker. Connects to the job's process, and carries out its orders. If the
 * connection ends without an order, the job's process has ended; this one then ends at once, with
 * all processes that its attempts have started.
 */
public final class WorkerMain {

    private WorkerMain() {}

    /**
     * Runs a worker.
     *
     * @param clients files and directories with the classes of the client that are not on the class
     *     path of this JVM
     */
    public static void main(String[] clients) throws IOException {
        try {
            serve(clients);
        } catch (IOException | RuntimeException e) {
            e.printStackTrace();
            JobConnection.endAtOnce();
        }
    }

    private static void serve(String[] clients) throws IOException {
        LogSetup.read();
        Namespaces.of(MillraceProcess.current()).outOfReach();
        MessageChannel link = JobConnection.open();
        PoolWorker.showLife(link);
        PrintedStream.install();
        ClassLoader client = loader(clients);
        WorkerSpec spec =
                WorkerSpec.readFrom(
                        link.receive(),
                        (conf, classPath, findings) ->
                                new JobLoaders().make(conf, client, classPath, findings));
        Limits.init(spec.job().environment().conf());
        PoolWorker.start(spec, new LocalPlace(spec.spills()), link).serve();
        System.exit(0);
    }

    /** The client's own classes, as the client has them: a loader that is open until the end. */
    private static ClassLoader loader(String[] clients) throws IOException {
        ClassLoader system = ClassLoader.getSystemClassLoader();
        if (clients.length == 0) {
            return system;
        }
        URL[] urls = new URL[clients.length];
        for (int i = 0; i < urls.length; i++) {
            urls[i] = Path.of(clients[i]).toUri().toURL();
        }
        return new URLClassLoader("millrace-client", urls, system);
    }
}
