package io.millrace.formats.sequence;

import java.io.IOException;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FSDataInputStream;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.io.SequenceFile;
import org.jspecify.annotations.Nullable;

/**
 * Hadoop's reader of a SequenceFile, with the stream that it reads. It reads the header, and finds
 * the first mark of a split. Used by one thread at a time.
 */
public class OpenedSequence extends SequenceFile.Reader {

    /** Position of the layout version in the header. */
    private static final int VERSION_AT = 3;

    private static final int FIRST_VERSION_WITH_MARKS = 2;

    private final Path path;

    /** Set while Hadoop's constructor runs, so it must not be initialized here. */
    private @Nullable FSDataInputStream opened;

    private long length;

    /** Opens a file and reads its header. */
    public OpenedSequence(Configuration conf, Path path) throws IOException {
        super(conf, file(path));
        this.path = path;
    }

    @Override
    protected FSDataInputStream openFile(
            FileSystem files, Path file, int bufferBytes, long fileLength) throws IOException {
        FSDataInputStream stream = super.openFile(files, file, bufferBytes, fileLength);
        opened = stream;
        length = fileLength;
        return stream;
    }

    final Path path() {
        return path;
    }

    final FSDataInputStream stream() {
        FSDataInputStream stream = opened;
        if (stream == null) {
            throw new IllegalStateException("Hadoop's reader did not open its file by itself");
        }
        return stream;
    }

    final long length() {
        return length;
    }

    /**
     * The file's mark, at the end of its header; null if the file is compressed, or its version
     * predates marks. Leaves the stream after the header.
     */
    public final byte @Nullable [] markOfPlain() throws IOException {
        if (isCompressed() || isBlockCompressed()) {
            return null;
        }
        byte[] mark = new byte[SequenceLayout.MARK_BYTES];
        FSDataInputStream in = stream();
        long headerEnd = getPosition();
        in.seek(VERSION_AT);
        if (in.readByte() < FIRST_VERSION_WITH_MARKS) {
            in.seek(headerEnd);
            return null;
        }
        in.seek(headerEnd - mark.length);
        in.readFully(mark);
        return mark;
    }
}
