package io.millrace.formats.input;

import io.millrace.engine.task.Cancellation;
import io.millrace.formats.meter.FileMeter;
import java.io.Closeable;
import java.io.IOException;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.ChecksumFileSystem;
import org.apache.hadoop.fs.CommonConfigurationKeys;
import org.apache.hadoop.fs.FSDataInputStream;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.FutureDataInputStreamBuilder;
import org.apache.hadoop.fs.Options.OpenFileOptions;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.io.LongWritable;
import org.apache.hadoop.io.Text;
import org.apache.hadoop.mapreduce.MRJobConfig;
import org.apache.hadoop.util.functional.FutureIO;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The lines of a split, as Hadoop's line record readers define them: those that start after the
 * split's first byte and up to its end, or at the start of the file. Opens the stream and requests
 * bytes as Hadoop's readers do, but many of their buffers at once if that yields the same
 * statistics. Used by one thread at a time.
 */
final class SplitLines implements Closeable {

    private static final Logger LOG = LoggerFactory.getLogger(SplitLines.class);
    private static final int BUFFER_BYTES = 64 << 10;
    private static final byte[] BYTE_ORDER_MARK = {(byte) 0xEF, (byte) 0xBB, (byte) 0xBF};

    private final FSDataInputStream in;
    private final FileMeter meter;
    private final LineEnds ends;

    /** Whether a line feed after a carriage return belongs to the same line end. */
    private final boolean pairs;

    private final long splitLength;
    private final long splitEnd;

    /** Number of bytes that Hadoop's readers request at once. */
    private final int step;

    private final byte[] buffer;
    private int at;
    private int limit;

    /** How far Hadoop's readers, also at {@link #at}, would have read into the buffer. */
    private int stepEnd;

    private long bytesRead;

    /** Start of the first line, and of the next one. */
    private long start;

    private long position;

    /**
     * The split ends after a carriage return without a line feed, so one more line belongs to it.
     */
    private boolean oneMore;

    /** The line that crosses the split's end has been read. */
    private boolean finished;

    private SplitLines(
            FSDataInputStream in,
            long start,
            long length,
            int step,
            int steps,
            byte @Nullable [] delimiter,
            FileMeter meter) {
        this.in = in;
        this.meter = meter;
        this.start = start;
        splitLength = length;
        splitEnd = start + length;
        pairs = delimiter == null;
        ends =
                delimiter == null
                        ? new LineEnds((byte) '\n', (byte) '\r')
                        : new LineEnds(delimiter[0], delimiter[0]);
        this.step = step;
        buffer = new byte[step * steps];
    }

    /**
     * Opens the file and moves to the split's first line.
     *
     * @param delimiter the byte that ends lines; null for line feed, carriage return, or both
     */
    static SplitLines open(
            Path file,
            long start,
            long length,
            Configuration conf,
            byte @Nullable [] delimiter,
            FileMeter meter)
            throws IOException {
        int step = conf.getInt(CommonConfigurationKeys.IO_FILE_BUFFER_SIZE_KEY, BUFFER_BYTES);
        meter.begin();
        FileSystem files = file.getFileSystem(conf);
        FSDataInputStream in = open(files, file, start, length, conf);
        int steps = isVerified(files, file) ? 1 : Math.max(1, BUFFER_BYTES / step);
        SplitLines lines = new SplitLines(in, start, length, step, steps, delimiter, meter);
        try {
            in.seek(start);
            meter.end();
            lines.skipForeignLine();
            return lines;
        } catch (IOException | RuntimeException e) {
            in.close();
            throw e;
        }
    }

    /** Whether checksums are read along with each request. */
    private static boolean isVerified(FileSystem files, Path file) throws IOException {
        return files instanceof ChecksumFileSystem verified
                && verified.getRawFileSystem().exists(verified.getChecksumFile(file));
    }

    private static FSDataInputStream open(
            FileSystem files, Path file, long start, long length, Configuration conf)
            throws IOException {
        FutureDataInputStreamBuilder builder = files.openFile(file);
        builder.optLong(OpenFileOptions.FS_OPTION_OPENFILE_SPLIT_START, start);
        builder.optLong(OpenFileOptions.FS_OPTION_OPENFILE_SPLIT_END, start + length);
        FutureIO.propagateOptions(
                builder,
                conf,
                MRJobConfig.INPUT_FILE_OPTION_PREFIX,
                MRJobConfig.INPUT_FILE_MANDATORY_PREFIX);
        return FutureIO.awaitFuture(builder.build());
    }

    /**
     * Skips a line that started before this split or at its first byte: it belongs to the previous
     * split.
     */
    private void skipForeignLine() throws IOException {
        if (start != 0) {
            start += pass(null);
        }
        position = start;
    }

    /** Reads the next line and its start position; false, without changes, after the last. */
    boolean next(LongWritable key, Text line) throws IOException {
        if (position > splitEnd && (finished || !oneMore)) {
            return false;
        }
        key.set(position);
        return (position == 0 ? firstOfFile(line) : read(line)) != 0;
    }

    private int firstOfFile(Text line) throws IOException {
        int length = read(line);
        if (!beginsWithMark(line)) {
            return length;
        }
        LOG.info("Found UTF-8 BOM and skipped it");
        int mark = BYTE_ORDER_MARK.length;
        line.set(line.copyBytes(), mark, line.getLength() - mark);
        return length - mark;
    }

    private static boolean beginsWithMark(Text line) {
        for (int i = 0; i < BYTE_ORDER_MARK.length; i++) {
            if (i >= line.getLength() || line.getBytes()[i] != BYTE_ORDER_MARK[i]) {
                return false;
            }
        }
        return true;
    }

    /** Length of the next line in bytes, including its end; 0 if there is none. */
    private int read(Text line) throws IOException {
        if (finished) {
            return 0;
        }
        finished = bytesRead > splitLength;
        int from = at;
        int end = ends.find(buffer, from, limit);
        int length;
        if (end < limit) {
            line.clear();
            append(line, from, end);
            at = end;
            length = end - from + passEnd();
        } else {
            line.clear();
            length = pass(line);
        }
        position += length;
        return length;
    }

    /**
     * Appends in the same steps as Hadoop's readers, because the array of a text shows how it grew.
     */
    private void append(Text line, int from, int to) {
        int next = from;
        while (next < to) {
            while (stepEnd <= next) {
                stepEnd += step;
            }
            int end = Math.min(to, stepEnd);
            line.append(buffer, next, end - next);
            next = end;
        }
    }

    /** Passes a line that may span several buffers; appends it to {@code line}, if not null. */
    private int pass(@Nullable Text line) throws IOException {
        long length = 0;
        while (at < limit || fill(false)) {
            int end = ends.find(buffer, at, limit);
            if (line != null) {
                append(line, at, end);
            }
            length += end - at;
            at = end;
            if (end < limit) {
                length += passEnd();
                break;
            }
        }
        if (length > Integer.MAX_VALUE) {
            throw new IOException("Too many bytes before newline: " + length);
        }
        return (int) length;
    }

    /** Passes the end of a line at {@link #at}; returns its length. */
    private int passEnd() throws IOException {
        boolean mayBePair = pairs && buffer[at] == '\r';
        at++;
        if (mayBePair && (at < limit || fill(true)) && buffer[at] == '\n') {
            at++;
            return 2;
        }
        return 1;
    }

    /**
     * Reads more bytes; false at the end of the file. Reads multiples of {@link #step} up to the
     * split's end, then the rest, then one step at a time, so that statistics equal those of
     * Hadoop's readers.
     */
    private boolean fill(boolean behindReturn) throws IOException {
        long left = splitLength - bytesRead;
        int wanted = step;
        if (left > 0) {
            wanted = (int) Math.min(buffer.length, left < step ? left : left - left % step);
        }
        Cancellation.check(); // a line may be longer than any buffer
        meter.begin();
        int count = in.read(buffer, 0, wanted);
        meter.end();
        at = 0;
        stepEnd = step;
        limit = Math.max(0, count);
        bytesRead += limit;
        if (limit > 0 && left == 0 && behindReturn) {
            oneMore = buffer[0] != '\n';
        }
        return limit > 0;
    }

    /** Share of the split that has been read. */
    float progress() {
        return start == splitEnd ? 0 : Math.min(1, (position - start) / (float) (splitEnd - start));
    }

    /** Position of the next line. */
    long position() {
        return position;
    }

    @Override
    public void close() throws IOException {
        in.close();
    }
}
