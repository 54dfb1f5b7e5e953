package io.millrace.workers.fork.child;

import io.millrace.hadoop.loader.Findings;
import io.millrace.hadoop.loader.JobClasses;
import io.millrace.hadoop.loader.JobLoaders;
import io.millrace.workers.fork.wire.Address;
import io.millrace.workers.fork.wire.Introduction;
import io.millrace.workers.fork.wire.Link;
import io.millrace.workers.fork.wire.Secret;
import java.io.DataInputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.channels.SocketChannel;
import java.nio.file.Path;
import java.util.List;
import org.apache.hadoop.mapred.JobConf;

/** The way of a JVM to the process of its job, which has started it. */
public final class JobConnection {

    /** Exit code of a JVM whose job's process has ended. */
    private static final int EXIT_ORPHANED = 75;

    /** Number of tries to connect; a connection is dropped if too many callers connect. */
    private static final int TRIES = 10;

    private JobConnection() {}

    /** Connects, with the address and the secret that standard input has. */
    public static Link open() throws IOException {
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

    /** The classes of the job, for this JVM. */
    public static JobClasses loaders(JobConf conf, List<Path> classPath, Findings findings)
            throws IOException {
        return new JobLoaders().make(conf, ClassLoader.getSystemClassLoader(), classPath, findings);
    }

    /** Ends without running the hooks of user code, because no process is left to stop them. */
    public static void endAtOnce() {
        try {
            ProcessHandle.current().descendants().forEach(ProcessHandle::destroyForcibly);
        } finally {
            Runtime.getRuntime().halt(EXIT_ORPHANED); // the list may take descriptors that it lacks
        }
    }
}
