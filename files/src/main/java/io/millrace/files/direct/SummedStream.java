package io.millrace.files.direct;

import java.io.IOException;
import org.apache.hadoop.fs.FSDataOutputStream;
import org.apache.hadoop.fs.LocalFileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.fs.permission.FsPermission;
import org.apache.hadoop.io.IOUtils;
import org.jspecify.annotations.Nullable;

/**
 * What who makes a file with checksums writes to: takes the file's lock once for each write, where
 * Hadoop's class takes one of its own and then that. Records are often written a field at a time.
 */
final class SummedStream extends FSDataOutputStream {

    /** Sums of half a megabyte. */
    private static final int SUMS_BUFFER_BYTES = 4096;

    private final SummedFile file;

    private SummedStream(SummedFile file) {
        super(file, null);
        this.file = file;
    }

    /**
     * Makes the file of checksums.
     *
     * @param data a new file of the raw file system, handed on
     * @param path of that file
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
    @SuppressWarnings("UnsynchronizedOverridesSynchronized") // the file's lock serves for both
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

    /** What {@link #size} tells, which never overflows. */
    private void count(int bytes) {
        written = (int) Math.min(Integer.MAX_VALUE, (long) written + bytes);
    }

    @Override
    public long getPos() {
        return file.position();
    }
}
