package io.millrace.files.remote;

import io.millrace.files.listen.Heard;
import io.millrace.files.listen.Reception;
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

    private final Reception<Frame> reception;
    private final Path path;
    private final Answers answers;

    private FileServer(Reception<Frame> reception, Path path, Answers answers) {
        this.reception = reception;
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
            Reception<Frame> reception =
                    new Reception<>(socket, MOST_REQUESTS, PATIENCE, Frame::new);
            FileServer server =
                    new FileServer(reception, path, new Answers(new Configuration(conf)));
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
            for (Heard<Frame> next = reception.next(); next != null; next = reception.next()) {
                Heard<Frame> heard = next;
                thread("millrace-files-request", () -> serve(heard));
            }
            LOG.debug("{} is closed", path);
        } catch (IOException e) {
            LOG.warn("./millrace fs can no longer see the files of this process: {}", e.toString());
        }
    }

    private void serve(Heard<Frame> request) {
        try (request;
                DataOutputStream out =
                        new DataOutputStream(
                                new BufferedOutputStream(
                                        Channels.newOutputStream(request.channel())))) {
            answers.answer(request.caller().in(), out);
        } catch (IOException | IllegalArgumentException e) {
            LOG.debug("A request could not be answered", e);
        }
    }

    private void close() {
        try (reception) {
            Files.deleteIfExists(path);
        } catch (IOException e) {
            LOG.debug("{} stays until another process cleans up", path, e);
        }
    }
}
