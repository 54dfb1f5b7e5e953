package io.millrace.formats.input;

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
 * The lines of a split, as Hadoop's line record readers tell them apart: those that begin behind
 * the split's first byte and up to its end, or at the file's begin. The stream is opened as they
 * open it, and asked for the same bytes, but for many of their buffers at once where that gives the
 * same statistics. Used by one thread at a time.
 */
final class SplitLines implements Closeable {

    private static final Logger LOG = LoggerFactory.getLogger(SplitLines.class);
    private static final int BUFFER_BYTES = 64 << 10;
    private static final byte[] BYTE_ORDER_MARK = {(byte) 0xEF, (byte) 0xBB, (byte) 0xBF};

    private final FSDataInputStream in;
    private final FileMeter meter;
    private final LineEnds ends;

    /** Whether a line feed behind a carriage return belongs to it. */
    private final boolean pairs;

    private final long splitLength;
    private final long splitEnd;

    /** What Hadoop's readers ask for at once. */
    private final int step;

    private final byte[] buffer;
    private int at;
    private int limit;

    /** Up to where in the buffer Hadoop's readers would have read, which are at {@link #at} too. */
    private int stepEnd;

    private long bytesRead;

    /** Where the first line begins, and the next one. */
    private long start;

    private long position;

    /** The split ends between a carriage return and what is no line feed: one more line is its. */
    private boolean oneMore;

    /** The line that goes over the split's end has been read. */
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
     * Opens the file and goes to the split's first line.
     *
     * @param delimiter the byte that lines end with; null for line feed, carriage return, or both
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

    /** Whether checksums are read along, so many at a time as bytes are asked for. */
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

    /** A line that began before this split, or at its first byte, was the last one's. */
    private void skipForeignLine() throws IOException {
        if (start != 0) {
            start += pass(null);
        }
        position = start;
    }

    /** Reads the next line and where it begins; false, and nothing is changed, behind the last. */
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

    /** How many bytes the next line has with its end; 0 if there is none. */
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

    /** Appends what Hadoop's readers append at once: how a text grows, its array shows. */
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

    /** Goes behind a line that may go over several buffers; appends it to {@code line}, if any. */
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

    /** Goes behind the end of a line, which is at {@link #at}; its length. */
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
     * Reads on; false at the file's end. Up to the split's end a multiple of {@link #step}, then
     * what is left, then one step at a time: as Hadoop's readers, whose statistics count.
     */
    private boolean fill(boolean behindReturn) throws IOException {
        long left = splitLength - bytesRead;
        int wanted = step;
        if (left > 0) {
            wanted = (int) Math.min(buffer.length, left < step ? left : left - left % step);
        }
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

    /** Where the next line begins. */
    long position() {
        return position;
    }

    @Override
    public void close() throws IOException {
        in.close();
    }
}
