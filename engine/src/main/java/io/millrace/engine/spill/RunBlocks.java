package io.millrace.engine.spill;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import io.millrace.engine.memory.Slab;
import java.io.EOFException;
import java.io.FileOutputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/**
 * Runs in slabs of this process, in the same form as in a file. They came from another process, and
 * {@link RunIntake} has checked them. They must not be read after closing. Thread-safe.
 */
public final class RunBlocks extends RunSource {

    private final String name;
    private final List<Slab> slabs;
    private final int slabBytes;
    private final boolean owned;

    /** Position of the first slab's first byte in the writer's output. */
    private final long origin;

    @GuardedBy("this")
    private boolean closed;

    /**
     * @param name for messages
     * @param slabs owned by this from now on; all but the last are full
     * @param slabBytes size of all but the last
     */
    RunBlocks(String name, RunTable table, List<Slab> slabs, int slabBytes) {
        this(name, table, List.copyOf(slabs), slabBytes, true, table.start());
    }

    private RunBlocks(
            String name,
            RunTable table,
            List<Slab> slabs,
            int slabBytes,
            boolean owned,
            long origin) {
        super(table);
        this.name = name;
        this.slabs = slabs;
        this.slabBytes = slabBytes;
        this.owned = owned;
        this.origin = origin;
    }

    @Override
    public boolean inMemory() {
        return true;
    }

    /** Bytes of the slabs. */
    public long slabBytes() {
        return slabs.stream().mapToLong(Slab::capacity).sum();
    }

    @Override
    public RunBlocks lent(int partition) {
        return new RunBlocks(name, table().of(partition), slabs, slabBytes, false, origin);
    }

    /**
     * Copies the runs to disk unchanged; these remain.
     *
     * @param label start of the file's name
     */
    public RunFile copyTo(SpillArea area, String label, byte[] buffer) throws IOException {
        Path path = area.newFile(label, area.nextNumber());
        try {
            writeTo(path, buffer);
        } catch (IOException e) {
            Files.deleteIfExists(path);
            throw SpillException.cannotWrite(path, e);
        }
        return new RunFile(path, table());
    }

    private void writeTo(Path path, byte[] buffer) throws IOException {
        try (FileOutputStream out = new FileOutputStream(path.toFile());
                RunBytes from = open()) {
            from.moveTo(table().start());
            for (long left = bytes(); left > 0; ) {
                int part = (int) Math.min(left, buffer.length);
                from.readFully(buffer, 0, part);
                out.write(buffer, 0, part);
                left -= part;
            }
        }
    }

    @Override
    RunBytes open() {
        return new SlabBytes();
    }

    @Override
    String name() {
        return name;
    }

    @Override
    String suspect() {
        return "they were intact when they arrived, so the memory of this machine may be failing";
    }

    /** Gives back the slabs, if this owns them. May be called twice, and from any thread. */
    @Override
    public synchronized void close() {
        if (owned && !closed) {
            closed = true;
            slabs.forEach(Slab::close);
        }
    }

    private final class SlabBytes implements RunBytes {

        private long at;

        @Override
        public void moveTo(long position) {
            at = position - origin;
        }

        @Override
        public void readFully(byte[] target, int offset, int length) throws IOException {
            for (int done = 0; done < length; ) {
                int number = (int) (at / slabBytes);
                int from = (int) (at % slabBytes);
                if (number >= slabs.size() || from >= slabs.get(number).capacity()) {
                    throw new EOFException(name + " ends at " + (origin + at));
                }
                Slab slab = slabs.get(number);
                int part = Math.min(length - done, slab.capacity() - from);
                slab.copyOut(from, target, offset + done, part);
                at += part;
                done += part;
            }
        }

        @Override
        public void close() {}
    }
}
