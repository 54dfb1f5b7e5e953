package io.millrace.hadoop.remote;

import java.io.BufferedOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.channels.Channels;
import java.nio.channels.ClosedChannelException;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.util.ShutdownHookManager;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Lets other processes of this user see the files of this one that are in memory, from when there
 * may be any until the process ends.
 */
public final class FileServer {

    private static final Logger LOG = LoggerFactory.getLogger(FileServer.class);

    /** When redirected files have been written to disk. */
    private static final int HOOK_PRIORITY = 22;

    private final ServerSocketChannel socket;
    private final Path path;
    private final Answers answers;

    private FileServer(ServerSocketChannel socket, Path path, Answers answers) {
        this.socket = socket;
        this.path = path;
        this.answers = answers;
    }

    /** Begins to listen. Where that cannot be done, says so and leaves it at that. */
    public static void start(Configuration conf) {
        Path path = Sockets.of(ProcessHandle.current().pid());
        try {
            Sockets.prepare();
            Sockets.processes();
            Files.deleteIfExists(path); // of an earlier process of this number
            ServerSocketChannel socket = ServerSocketChannel.open(StandardProtocolFamily.UNIX);
            socket.bind(UnixDomainSocketAddress.of(path));
            FileServer server = new FileServer(socket, path, new Answers(new Configuration(conf)));
            ShutdownHookManager.get().addShutdownHook(server::close, HOOK_PRIORITY);
            thread("millrace-files", server::accept);
        } catch (IOException | IllegalStateException | UnsupportedOperationException e) {
            LOG.warn("./millrace fs does not see the files of this process: {}", e.toString());
        }
    }

    /** A daemon that inherits nothing of the thread that happens to make it. */
    private static void thread(String name, Runnable work) {
        Thread thread = new Thread(null, work, name, 0, false);
        thread.setDaemon(true);
        thread.setContextClassLoader(FileServer.class.getClassLoader());
        thread.start();
    }

    private void accept() {
        try {
            while (true) {
                SocketChannel connection = socket.accept();
                thread("millrace-files-request", () -> serve(connection));
            }
        } catch (ClosedChannelException e) {
            LOG.debug("{} is closed", path);
        } catch (IOException e) {
            LOG.warn(
                    "./millrace fs does not see the files of this process any more: {}",
                    e.toString());
        }
    }

    private void serve(SocketChannel connection) {
        try (connection;
                DataInputStream in = new DataInputStream(Channels.newInputStream(connection));
                DataOutputStream out =
                        new DataOutputStream(
                                new BufferedOutputStream(Channels.newOutputStream(connection)))) {
            answers.answer(in, out);
        } catch (IOException | IllegalArgumentException e) {
            LOG.debug("A request could not be answered", e);
        }
    }

    private void close() {
        try (socket) {
            Files.deleteIfExists(path);
        } catch (IOException e) {
            LOG.debug("{} stays until another process looks there", path, e);
        }
    }
}
