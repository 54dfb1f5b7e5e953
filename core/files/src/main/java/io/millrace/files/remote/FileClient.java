package io.millrace.files.remote;

import java.io.BufferedInputStream;
import java.io.BufferedOutputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.net.UnixDomainSocketAddress;
import java.nio.channels.Channels;
import java.nio.channels.SocketChannel;
import java.nio.file.FileSystemException;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The files of another process of this user. Paths have a scheme, {@code mem:} or {@code file:}.
 * Exceptions have the messages of that process.
 */
public final class FileClient {

    private final long process;

    /** A client of one of the {@link #processes}. */
    public FileClient(long process) {
        this.process = process;
    }

    /** The processes of this user that may have files in memory. */
    public static List<Long> processes() throws IOException {
        return Sockets.processes();
    }

    /** The answer that follows a successful request. */
    @FunctionalInterface
    private interface Answer<T> {
        T take(DataInputStream in) throws IOException;
    }

    private <T> T ask(Request request, String path, Answer<T> answer) throws IOException {
        return ask(request, path, null, answer);
    }

    private <T> T ask(Request request, String path, @Nullable String target, Answer<T> answer)
            throws IOException {
        try (SocketChannel channel =
                        SocketChannel.open(UnixDomainSocketAddress.of(Sockets.of(process)));
                DataInputStream in =
                        new DataInputStream(
                                new BufferedInputStream(Channels.newInputStream(channel)));
                DataOutputStream out =
                        new DataOutputStream(
                                new BufferedOutputStream(Channels.newOutputStream(channel)))) {
            RequestFrame.send(out, bytes(request, path, target));
            Reply.await(in);
            return answer.take(in);
        } catch (FileSystemException e) {
            throw e;
        } catch (IOException e) {
            throw failed(path, e);
        }
    }

    private static byte[] bytes(Request request, String path, @Nullable String target)
            throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        DataOutputStream out = new DataOutputStream(bytes);
        out.writeUTF(request.name());
        out.writeUTF(path);
        if (target != null) {
            out.writeUTF(target);
        }
        return bytes.toByteArray();
    }

    private FileSystemException failed(String path, IOException why) {
        FileSystemException failed =
                new FileSystemException(path, null, "process " + process + ": " + Reply.text(why));
        failed.initCause(why);
        return failed;
    }

    /** The content of a directory; for a file, the file itself. */
    public List<RemoteFile> list(String path) throws IOException {
        return ask(Request.LIST, path, FileClient::files);
    }

    /** The same, with the total bytes of directories. */
    public List<RemoteFile> sizes(String path) throws IOException {
        return ask(Request.SIZES, path, FileClient::files);
    }

    private static List<RemoteFile> files(DataInputStream in) throws IOException {
        List<RemoteFile> files = new ArrayList<>();
        for (int left = in.readInt(); left > 0; left--) {
            files.add(RemoteFile.receive(in));
        }
        return files;
    }

    /** Copies a file's bytes. */
    public void read(String path, OutputStream to) throws IOException {
        ask(
                Request.READ,
                path,
                in -> {
                    Chunks.receive(in, to);
                    return true;
                });
    }

    /**
     * Lets that process copy a file or directory as it sees it: into the target if that is a
     * directory, and otherwise to that path. Does not overwrite anything.
     */
    public void copy(String source, String target) throws IOException {
        ask(Request.COPY, source, target, in -> true);
    }

    /** Lets that process write redirected files at and below a path to disk. */
    public void save(String path) throws IOException {
        ask(Request.SAVE, path, in -> true);
    }
}
