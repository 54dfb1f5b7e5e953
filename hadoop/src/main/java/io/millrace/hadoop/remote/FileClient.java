package io.millrace.hadoop.remote;

import java.io.BufferedInputStream;
import java.io.BufferedOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.UnixDomainSocketAddress;
import java.nio.channels.Channels;
import java.nio.channels.SocketChannel;
import java.nio.file.FileSystemException;
import java.util.ArrayList;
import java.util.List;

/**
 * The files of another process of this user. Paths have their scheme, {@code mem:} or {@code
 * file:}. What that process refuses is thrown with its words.
 */
public final class FileClient {

    private final long process;

    /** Of a process of {@link #processes}. */
    public FileClient(long process) {
        this.process = process;
    }

    /** The processes of this user that may have files in memory. */
    public static List<Long> processes() throws IOException {
        return Sockets.processes();
    }

    /** What goes on after a request. */
    @FunctionalInterface
    private interface Exchange<T> {
        T perform(DataInputStream in, DataOutputStream out) throws IOException;
    }

    private <T> T ask(Request request, String path, Exchange<T> exchange) throws IOException {
        try (SocketChannel channel =
                        SocketChannel.open(UnixDomainSocketAddress.of(Sockets.of(process)));
                DataInputStream in =
                        new DataInputStream(
                                new BufferedInputStream(Channels.newInputStream(channel)));
                DataOutputStream out =
                        new DataOutputStream(
                                new BufferedOutputStream(Channels.newOutputStream(channel)))) {
            out.writeUTF(request.name());
            out.writeUTF(path);
            out.flush();
            Reply.await(in);
            return exchange.perform(in, out);
        } catch (FileSystemException e) {
            throw e;
        } catch (IOException e) {
            throw failed(path, e);
        }
    }

    private FileSystemException failed(String path, IOException why) {
        FileSystemException failed =
                new FileSystemException(path, null, "process " + process + ": " + Reply.text(why));
        failed.initCause(why);
        return failed;
    }

    /** What is in a folder; of a file, itself. */
    public List<RemoteFile> list(String path) throws IOException {
        return ask(Request.LIST, path, (in, out) -> files(in));
    }

    /** The same; folders with the bytes of all in them. */
    public List<RemoteFile> sizes(String path) throws IOException {
        return ask(Request.SIZES, path, (in, out) -> files(in));
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
                (in, out) -> {
                    Chunks.receive(in, to);
                    return true;
                });
    }

    /** Makes a file where there is none. */
    public void write(String path, InputStream from) throws IOException {
        ask(
                Request.WRITE,
                path,
                (in, out) -> {
                    Chunks.send(from, out);
                    out.flush();
                    Reply.await(in);
                    return true;
                });
    }

    /** Has redirected files at and below a path written to disk. */
    public void save(String path) throws IOException {
        ask(Request.SAVE, path, (in, out) -> true);
    }
}
