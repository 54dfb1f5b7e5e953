package io.millrace.engine.spill;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import io.millrace.engine.memory.Slab;
import io.millrace.engine.task.Cancellation;
import java.io.EOFException;
import java.io.FileOutputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;

/**
 * Runs in slabs of this process, in the same form as in a file. They came from another process, and
 * {@link RunIntake} has checked them. They must not be read after closing. Thread-safe.
 */
public final class RunBlocks extends RunSource {

    private final String name;
    private final List<Slab> slabs;

    /** Position of each slab's first byte in the writer's output, and the end of the last. */
    private final long[] starts;

    private final boolean owned;

    @GuardedBy("this")
    private boolean closed;

    /**
     * @param name for messages
     * @param slabs owned by this from now on; all but the last are full
     */
    RunBlocks(String name, RunTable table, List<Slab> slabs) {
        this(name, table, List.copyOf(slabs), startsOf(slabs, table.start()), true);
    }

    private RunBlocks(String name, RunTable table, List<Slab> slabs, long[] starts, boolean owned) {
        super(table);
        this.name = name;
        this.slabs = slabs;
        this.starts = starts;
        this.owned = owned;
    }

    private static long[] startsOf(List<Slab> slabs, long origin) {
        long[] starts = new long[slabs.size() + 1];
        starts[0] = origin;
        for (int i = 0; i < slabs.size(); i++) {
            starts[i + 1] = starts[i] + slabs.get(i).capacity();
        }
        return starts;
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
    public RunBlocks lent(int first, int end) {
        return new RunBlocks(name, table().of(first, end), slabs, starts, false);
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
            Cancellation cancellation = Cancellation.here();
            from.moveTo(table().start());
            for (long left = bytes(); left > 0; ) {
                int part = (int) Math.min(left, buffer.length);
                cancellation.bytes(part);
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

        /** The slab that has the next byte, if there is one. */
        private int number;

        @Override
        public void moveTo(long position) {
            at = position;
            int found = Arrays.binarySearch(starts, position);
            number = found >= 0 ? found : -found - 2;
        }

        @Override
        public void readFully(byte[] target, int offset, int length) throws IOException {
            for (int done = 0; done < length; ) {
                if (number >= slabs.size()) {
                    throw new EOFException(name + " ends at " + at);
                }
                int part = (int) Math.min(length - done, starts[number + 1] - at);
                int from = (int) (at - starts[number]);
                slabs.get(number).copyOut(from, target, offset + done, part);
                at += part;
                done += part;
                if (at == starts[number + 1]) {
                    number++;
                }
            }
        }

        @Override
        public void close() {}
    }
}
