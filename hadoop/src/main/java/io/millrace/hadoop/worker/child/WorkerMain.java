package io.millrace.hadoop.worker.child;

import io.millrace.files.namespace.Namespaces;
import io.millrace.files.process.MillraceProcess;
import io.millrace.hadoop.fork.child.JobConnection;
import io.millrace.hadoop.fork.wire.Link;
import io.millrace.hadoop.scope.PrintedStream;
import io.millrace.hadoop.worker.WorkerSpec;
import java.io.IOException;
import org.apache.hadoop.mapreduce.counters.Limits;

/**
 * Main class of a worker. Connects to the job's process, and carries out its orders. If the
 * connection ends without an order, the job's process has ended; this one then ends at once, with
 * all processes that its attempts have started.
 */
public final class WorkerMain {

    private WorkerMain() {}

    public static void main(String[] args) throws IOException {
        try {
            serve();
        } catch (IOException | RuntimeException e) {
            e.printStackTrace();
            JobConnection.endAtOnce();
        }
    }

    private static void serve() throws IOException {
        Namespaces.of(MillraceProcess.current()).outOfReach();
        Link link = JobConnection.open();
        Worker.showLife(link);
        PrintedStream.install();
        WorkerSpec spec = WorkerSpec.readFrom(link.receive(), JobConnection::loaders);
        Limits.init(spec.job().environment().conf());
        Worker.start(spec, new LocalPlace(spec.spills()), link).serve();
        System.exit(0);
    }
}
