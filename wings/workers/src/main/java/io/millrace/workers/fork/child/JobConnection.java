package io.millrace.workers.fork.child;

import io.millrace.exchange.connection.Address;
import io.millrace.exchange.connection.Introduction;
import io.millrace.exchange.connection.MessageChannel;
import io.millrace.exchange.secret.SharedSecret;
import io.millrace.hadoop.loader.Findings;
import io.millrace.hadoop.loader.JobClasses;
import io.millrace.hadoop.loader.JobLoaders;
import java.io.DataInputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.channels.Channels;
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

    private static final byte[] NOTHING_TO_SAY = {};

    private JobConnection() {}

    /** Connects, with the address and the secret that standard input has. */
    public static MessageChannel open() throws IOException {
        DataInputStream in = new DataInputStream(System.in);
        Address address = Address.readFrom(in);
        SharedSecret secret = SharedSecret.readFrom(in);
        System.setIn(InputStream.nullInputStream());
        for (int left = TRIES; ; left--) {
            SocketChannel channel = address.connect();
            try {
                introduce(channel, secret);
                return new MessageChannel(channel);
            } catch (EOFException e) {
                channel.close();
                if (left == 1) {
                    throw e;
                }
            }
        }
    }

    private static void introduce(SocketChannel channel, SharedSecret secret) throws IOException {
        Introduction.introduce(
                Channels.newInputStream(channel),
                Channels.newOutputStream(channel),
                secret,
                NOTHING_TO_SAY,
                "the process at the other end has not forked this JVM");
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
