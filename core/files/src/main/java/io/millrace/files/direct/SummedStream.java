package io.millrace.files.direct;

import java.io.IOException;
import org.apache.hadoop.fs.FSDataOutputStream;
import org.apache.hadoop.fs.LocalFileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.fs.permission.FsPermission;
import org.apache.hadoop.io.IOUtils;
import org.jspecify.annotations.Nullable;

/**
 * The stream to write a file with checksums: takes only the file's lock for each write, whereas
 * Hadoop's class first takes its own. Records are often written one field at a time.
 */
final class SummedStream extends FSDataOutputStream {

    /** Holds the checksums of half a megabyte. */
    private static final int SUMS_BUFFER_BYTES = 4096;

    private final SummedFile file;

    private SummedStream(SummedFile file) {
        super(file, null);
        this.file = file;
    }

    /**
     * Creates the file of checksums.
     *
     * @param data a new file of the raw file system; this stream owns it
     * @param path the path of that file
     */
    static SummedStream over(
            FSDataOutputStream data,
            LocalFileSystem files,
            Path path,
            @Nullable FsPermission permission)
            throws IOException {
        Path beside = files.getChecksumFile(path);
        try {
            FSDataOutputStream sums =
                    files.getRaw()
                            .create(
                                    beside,
                                    permission,
                                    true,
                                    SUMS_BUFFER_BYTES,
                                    files.getDefaultReplication(beside),
                                    files.getDefaultBlockSize(beside),
                                    null);
            return new SummedStream(new SummedFile(data, sums, files.getBytesPerSum()));
        } catch (IOException | RuntimeException | Error e) {
            IOUtils.closeStream(data);
            throw e;
        }
    }

    @Override
    @SuppressWarnings("UnsynchronizedOverridesSynchronized") // the file's lock protects both
    public void write(int single) throws IOException {
        synchronized (file) {
            file.write(single);
            count(1);
        }
    }

    @Override
    @SuppressWarnings("UnsynchronizedOverridesSynchronized")
    public void write(byte[] bytes, int offset, int length) throws IOException {
        synchronized (file) {
            file.write(bytes, offset, length);
            count(length);
        }
    }

    /** Adds to {@link #size}, which never overflows. */
    private void count(int bytes) {
        written = (int) Math.min(Integer.MAX_VALUE, (long) written + bytes);
    }

    @Override
    public long getPos() {
        return file.position();
    }
}
