package io.millrace.hadoop.task;

import io.millrace.engine.task.AttemptGuard;
import io.millrace.engine.task.TaskKind;
import io.millrace.engine.trace.Phase;
import io.millrace.engine.trace.PhaseMark;
import io.millrace.formats.meter.FileMeter;
import io.millrace.formats.meter.Pacer;
import io.millrace.formats.meter.ThreadStatistics;
import java.io.IOException;
import org.apache.hadoop.mapred.Counters;
import org.apache.hadoop.mapreduce.TaskCounter;
import org.apache.hadoop.mapreduce.lib.output.FileOutputFormatCounter;

/**
 * Counts the records and bytes that an attempt writes through its output format, and stops a
 * revoked attempt from writing. Used by one thread at a time.
 */
final class OutputMeter implements FileMeter {

    private final AttemptFrame frame;
    private final AttemptGuard guard;
    private final PhaseMark mark;
    private final Phase userCode;
    private final AttemptStatus status;
    private final ThreadStatistics statistics;
    private final Counters.Counter recordCounter;
    private final Counters.Counter byteCounter;
    private final Pacer pacer = new Pacer();
    private boolean metersItself;
    private long bytesBefore;
    private long bytes;
    private long records;

    /**
     * A meter for an attempt.
     *
     * @param recordCounter the counter of records written
     * @param statistics of the output's file system; empty if the format writes no files
     */
    OutputMeter(AttemptFrame frame, TaskCounter recordCounter, ThreadStatistics statistics) {
        this.frame = frame;
        this.guard = frame.guard();
        this.mark = guard.mark();
        this.userCode = guard.attempt().kind() == TaskKind.MAP ? Phase.MAP : Phase.REDUCE;
        this.status = frame.status();
        this.statistics = statistics;
        this.recordCounter = frame.counter(recordCounter);
        this.byteCounter = frame.counter(FileOutputFormatCounter.BYTES_WRITTEN);
        frame.reporter().countsMovedBy(this::flush);
    }

    /** From now on the writer itself reports when it writes. */
    void metersItself() {
        metersItself = true;
    }

    @Override
    public void begin() {
        bytesBefore = statistics.bytesWritten();
    }

    @Override
    public void end() {
        bytes += statistics.bytesWritten() - bytesBefore;
    }

    /** Call before each call of the writer. */
    void before() throws IOException {
        guard.check();
        beforeClose();
    }

    /**
     * Call before the writer is closed. Does not stop a revoked attempt, because the writer is
     * always closed.
     */
    void beforeClose() {
        mark.enter(Phase.WRITE);
        if (!metersItself) {
            begin();
        }
    }

    /** Call after each successful call of the writer. */
    void after() {
        mark.enter(userCode);
        if (!metersItself) {
            end();
        }
    }

    /** Call after a record was written. */
    void countRecord() throws IOException {
        records++;
        if (frame.reporter().countsAreWatched()) {
            flush();
        }
        if (pacer.due()) {
            frame.checkLocalWrites();
            flush();
            status.active();
        }
    }

    /** Moves the counts to the counters. */
    void flush() {
        recordCounter.increment(records);
        byteCounter.increment(bytes);
        records = 0;
        bytes = 0;
    }
}
