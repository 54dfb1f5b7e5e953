package io.millrace.hadoop.task;

import io.millrace.engine.task.AttemptGuard;
import io.millrace.engine.trace.Phase;
import io.millrace.engine.trace.PhaseMark;
import io.millrace.formats.meter.FileMeter;
import io.millrace.formats.meter.Pacer;
import io.millrace.formats.meter.ThreadStatistics;
import java.io.IOException;
import org.apache.hadoop.mapred.Counters;
import org.apache.hadoop.mapreduce.TaskCounter;
import org.apache.hadoop.mapreduce.lib.input.FileInputFormatCounter;

/**
 * Counts the input of a map attempt. A plain field counts records and is flushed to the counter at
 * intervals, or at each record if the job's code looks at it. Bytes are the growth of the calling
 * thread's file system statistics during calls of the reader, or during a reader's calls of the
 * file system if the reader meters itself. Used by one thread at a time.
 */
final class InputMeter implements FileMeter {

    /** The mapper's share of a map attempt's progress if a sort follows. */
    private static final float MAP_SHARE = 0.667f;

    private final AttemptFrame frame;
    private final ThreadStatistics statistics;
    private final Counters.Counter recordCounter;
    private final Counters.Counter byteCounter;
    private final AttemptStatus status;
    private final AttemptGuard guard;
    private final PhaseMark mark;
    private final float share;
    private final Pacer pacer = new Pacer();
    private boolean metersItself;
    private long bytesBefore;
    private long bytes;
    private long pendingRecords;
    private long records;

    /**
     * A meter for an attempt.
     *
     * @param statistics of the split's file system; empty if the split is not a file split
     */
    InputMeter(AttemptFrame frame, ThreadStatistics statistics) {
        this.frame = frame;
        this.statistics = statistics;
        recordCounter = frame.counter(TaskCounter.MAP_INPUT_RECORDS);
        byteCounter = frame.counter(FileInputFormatCounter.BYTES_READ);
        status = frame.status();
        guard = frame.guard();
        mark = guard.mark();
        share = frame.conf().getNumReduceTasks() > 0 ? MAP_SHARE : 1;
        frame.reporter().countsMovedBy(this::flush);
    }

    /** From now on the reader itself reports when it reads. */
    void metersItself() {
        metersItself = true;
    }

    @Override
    public void begin() {
        bytesBefore = statistics.bytesRead();
    }

    @Override
    public void end() {
        bytes += statistics.bytesRead() - bytesBefore;
    }

    /** Call before each call of the reader. */
    void before() {
        mark.enter(Phase.READ);
        if (!metersItself) {
            begin();
        }
    }

    /**
     * Call before each record.
     *
     * @throws IOException if the attempt was revoked: a mapper that swallows its interrupt gets no
     *     more records
     */
    void beforeRecord() throws IOException {
        guard.check();
        before();
    }

    /** Call after each successful call of the reader. */
    void after() {
        mark.enter(Phase.MAP);
        if (!metersItself) {
            end();
        }
    }

    /** Call after the reader delivered a record; true if it is time for {@link #progress}. */
    boolean countRecord() throws IOException {
        records++;
        pendingRecords++;
        if (frame.reporter().countsAreWatched()) {
            flush();
        }
        if (!pacer.due()) {
            return false;
        }
        frame.checkLocalWrites();
        return true;
    }

    /** Sets the reader's progress, 0 to 1. */
    void progress(float readerProgress) {
        status.progress(readerProgress * share);
        flush();
    }

    /** Moves the counts to the counters. */
    void flush() {
        recordCounter.increment(pendingRecords);
        byteCounter.increment(bytes);
        pendingRecords = 0;
        bytes = 0;
    }

    /** Records delivered so far. */
    long records() {
        return records;
    }
}
