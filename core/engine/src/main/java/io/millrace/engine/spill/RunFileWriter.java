package io.millrace.engine.spill;

import java.io.Closeable;
import java.io.FileOutputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/**
 * Writes runs to a file.
 *
 * <p>It deliberately uses plain file output: if it used a channel, interrupting a thread would
 * close the channel and destroy the run, possibly of another job. Used by one thread.
 */
public final class RunFileWriter extends RunWriter implements Closeable {

    private final Path path;
    private final FileOutputStream out;
    private @Nullable RunFile finished;

    /**
     * Creates a file without records.
     *
     * @param name start of the file's name
     * @param buffer lent until {@link #close}
     */
    public RunFileWriter(SpillArea area, String name, int partitions, byte[] buffer)
            throws IOException {
        this(area, name, area.nextNumber(), partitions, buffer);
    }

    private RunFileWriter(SpillArea area, String name, int number, int partitions, byte[] buffer)
            throws IOException {
        super(area.coding(), number, 0, partitions, buffer);
        this.path = area.newFile(name, number);
        try {
            this.out = new FileOutputStream(path.toFile());
        } catch (IOException e) {
            throw SpillException.cannotWrite(path, e);
        }
    }

    @Override
    void emit(byte[] bytes, int offset, int length) throws IOException {
        try {
            out.write(bytes, offset, length);
        } catch (IOException e) {
            throw SpillException.cannotWrite(path, e);
        }
    }

    /** Completes the file. */
    public RunFile finish() throws IOException {
        RunTable table = endRuns();
        try {
            out.close();
        } catch (IOException e) {
            throw SpillException.cannotWrite(path, e);
        }
        RunFile file = new RunFile(path, table);
        finished = file;
        return file;
    }

    /** Ends the writer; deletes a file that was not finished. */
    @Override
    public void close() throws IOException {
        if (finished == null) {
            try {
                out.close();
            } finally {
                Files.deleteIfExists(path);
            }
        }
    }
}
