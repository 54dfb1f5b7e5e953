package io.millrace.engine.spill;

import io.millrace.engine.record.KeyOrder;
import io.millrace.engine.record.RecordCursor;
import java.io.Closeable;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** A finished file of runs, one for each partition. Immutable; owns its file. Thread-safe. */
public final class RunFile implements Closeable {

    private final Path path;
    private final long[] starts;
    private final long[] records;

    /**
     * @param starts where each partition begins, and behind them the length of the file
     * @param records how many records each has
     */
    RunFile(Path path, long[] starts, long[] records) {
        this.path = path;
        this.starts = starts;
        this.records = records;
    }

    /** Length of the file in bytes. */
    public long bytes() {
        return starts[starts.length - 1];
    }

    /** Records of one partition. */
    public long records(int partition) {
        return records[partition];
    }

    /**
     * Reads a partition's run.
     *
     * @param order gives the prefixes; lent
     * @param buffer what the reader works in, of the size that the writer's had; lent until the
     *     cursor is closed
     */
    public RecordCursor cursor(int partition, KeyOrder order, byte[] buffer) throws IOException {
        return new RunFileCursor(
                path, starts[partition], starts[partition + 1], records[partition], order, buffer);
    }

    /** Deletes the file. May be called twice. */
    @Override
    public void close() throws IOException {
        Files.deleteIfExists(path);
    }
}
