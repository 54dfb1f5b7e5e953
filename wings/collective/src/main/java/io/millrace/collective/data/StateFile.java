package io.millrace.collective.data;

import java.io.IOException;
import java.util.zip.CRC32C;
import org.apache.hadoop.fs.FSDataInputStream;
import org.apache.hadoop.fs.FSDataOutputStream;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;

/**
 * A file of a loop with a checksum:
 *
 * <pre>
 *  0-7   type of the file
 *  8-11  length of the body, big-endian like all numbers
 * 12-19  CRC-32C of it
 * 20-    the body
 * </pre>
 */
final class StateFile {

    private static final int HEAD_BYTES = 2 * Long.BYTES + Integer.BYTES;

    private StateFile() {}

    static void write(FileSystem files, Path path, long magic, byte[] body) throws IOException {
        try (FSDataOutputStream out = files.create(path, true)) {
            out.writeLong(magic);
            out.writeInt(body.length);
            out.writeLong(checksum(body));
            out.write(body);
            out.hsync();
        }
    }

    /**
     * Reads the body.
     *
     * @param what the expected type of file, for messages
     */
    static byte[] read(FileSystem files, Path path, long magic, String what) throws IOException {
        long length = files.getFileStatus(path).getLen();
        try (FSDataInputStream in = files.open(path)) {
            if (length < Long.BYTES || in.readLong() != magic) {
                throw new IOException(
                        path
                                + " is not "
                                + what
                                + " of this version of Millrace; delete it, or name another file");
            }
            long announced = length < HEAD_BYTES ? 0 : in.readInt();
            if (length != HEAD_BYTES + announced) {
                throw new IOException(
                        path
                                + " is damaged (its "
                                + length
                                + " bytes are not all, or too many); delete it to start again");
            }
            byte[] body = new byte[(int) announced];
            long expected = in.readLong();
            in.readFully(body);
            if (checksum(body) != expected) {
                throw new IOException(
                        path + " is damaged (its checksum differs); delete it to start again");
            }
            return body;
        }
    }

    private static long checksum(byte[] body) {
        CRC32C sum = new CRC32C();
        sum.update(body);
        return sum.getValue();
    }
}
