package io.millrace.files.remote;

import io.millrace.files.listen.AcceptedRequest;
import io.millrace.files.listen.RequestListener;
import io.millrace.files.process.EndStep;
import io.millrace.files.process.MillraceProcess;
import java.io.BufferedOutputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.channels.Channels;
import java.nio.channels.ServerSocketChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import org.apache.hadoop.conf.Configuration;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Lets other processes of this user see the files in memory of this one, from their first use until
 * the process ends.
 */
public final class FileServer {

    private static final Logger LOG = LoggerFactory.getLogger(FileServer.class);

    /** Maximum number of concurrent requests, and the time that each may take to arrive. */
    private static final int MOST_REQUESTS = 32;

    private static final Duration PATIENCE = Duration.ofSeconds(10);

    private final RequestListener<RequestFrame> listener;
    private final Path path;
    private final Answers answers;

    private FileServer(RequestListener<RequestFrame> listener, Path path, Answers answers) {
        this.listener = listener;
        this.path = path;
        this.answers = answers;
    }

    /**
     * Starts to serve the files of this JVM's process. If that fails, only logs it.
     *
     * @param process the server ends with it
     */
    public static void start(MillraceProcess process, Configuration conf) {
        Path path = Sockets.of(ProcessHandle.current().pid());
        try {
            Sockets.prepare();
            Sockets.processes();
            Files.deleteIfExists(path); // left by an earlier process with this id
            ServerSocketChannel socket = ServerSocketChannel.open(StandardProtocolFamily.UNIX);
            socket.bind(UnixDomainSocketAddress.of(path));
            RequestListener<RequestFrame> listener =
                    new RequestListener<>(socket, MOST_REQUESTS, PATIENCE, RequestFrame::new);
            FileServer server =
                    new FileServer(listener, path, new Answers(new Configuration(conf)));
            process.atEnd(EndStep.FILE_SERVER, server::close);
            thread("millrace-files", server::accept);
        } catch (IOException | UnsupportedOperationException e) {
            LOG.warn("./millrace fs cannot see the files of this process: {}", e.toString());
        }
    }

    /** A daemon that inherits nothing from the thread that creates it. */
    private static void thread(String name, Runnable work) {
        Thread thread = new Thread(null, work, name, 0, false);
        thread.setDaemon(true);
        thread.setContextClassLoader(FileServer.class.getClassLoader());
        thread.start();
    }

    private void accept() {
        try {
            for (AcceptedRequest<RequestFrame> next = listener.next();
                    next != null;
                    next = listener.next()) {
                AcceptedRequest<RequestFrame> accepted = next;
                thread("millrace-files-request", () -> serve(accepted));
            }
            LOG.debug("{} is closed", path);
        } catch (IOException e) {
            LOG.warn("./millrace fs can no longer see the files of this process: {}", e.toString());
        }
    }

    private void serve(AcceptedRequest<RequestFrame> request) {
        try (request;
                DataOutputStream out =
                        new DataOutputStream(
                                new BufferedOutputStream(
                                        Channels.newOutputStream(request.channel())))) {
            answers.answer(request.request().in(), out);
        } catch (IOException | IllegalArgumentException e) {
            LOG.debug("A request could not be answered", e);
        }
    }

    private void close() {
        try (listener) {
            Files.deleteIfExists(path);
        } catch (IOException e) {
            LOG.debug("{} stays until another process cleans up", path, e);
        }
    }
}
