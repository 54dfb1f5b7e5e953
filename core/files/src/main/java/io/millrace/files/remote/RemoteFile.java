package io.millrace.files.remote;

import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import org.apache.hadoop.fs.FileStatus;

/**
 * A file or directory of another process.
 *
 * @param path the path with its scheme
 * @param bytes size of a file; for a directory 0, or the total size of its content
 */
public record RemoteFile(
        String path, boolean folder, long bytes, long modifiedMillis, String permission) {

    static RemoteFile of(FileStatus status, long bytes) {
        return new RemoteFile(
                status.getPath().toString(),
                status.isDirectory(),
                bytes,
                status.getModificationTime(),
                status.getPermission().toString());
    }

    void send(DataOutputStream to) throws IOException {
        to.writeUTF(path);
        to.writeBoolean(folder);
        to.writeLong(bytes);
        to.writeLong(modifiedMillis);
        to.writeUTF(permission);
    }

    static RemoteFile receive(DataInputStream from) throws IOException {
        return new RemoteFile(
                from.readUTF(),
                from.readBoolean(),
                from.readLong(),
                from.readLong(),
                from.readUTF());
    }
}
