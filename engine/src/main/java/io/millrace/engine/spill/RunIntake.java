package io.millrace.engine.spill;

import io.millrace.engine.memory.MemoryAccount;
import io.millrace.engine.memory.Slab;
import io.millrace.engine.memory.SlabKind;
import java.io.Closeable;
import java.io.DataInput;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Receives runs from another process, checks every block, and keeps the blocks unchanged: in slabs
 * if there is memory, otherwise in a file. It never waits for memory, because its caller may hold
 * some. Thread-safe.
 */
public final class RunIntake {

    static final int BUFFER_BYTES = 8 * 1024;
    private static final int MIN_SLAB = 1024;

    private final MemoryAccount memory;
    private final SlabKind kind;
    private final SpillArea area;
    private final String who;

    /**
     * An intake for one attempt.
     *
     * @param area the area for files; the creator of its directories deletes them
     * @param who the owner of the runs, for file names and messages
     */
    public RunIntake(MemoryAccount memory, SlabKind kind, SpillArea area, String who) {
        this.memory = memory;
        this.kind = kind;
        this.area = area;
        this.who = who;
    }

    /** Receives the bytes of a table's runs. */
    RunSource take(RunTable table, DataInput in) throws IOException {
        try (Arrival arrival = new Arrival(table)) {
            arrival.readAll(in);
            return arrival.finish();
        }
    }

    /** Runs that are being received. Used by one thread. */
    private final class Arrival implements Closeable {

        private final RunTable table;

        /** Not a buffer of the budget: the wait for the next block may be long. */
        private final byte[] block = new byte[memory.diskBufferBytes()];

        private final int frameAt = Frame.contentBytes(block.length);
        private final List<Slab> slabs = new ArrayList<>();
        private long room;
        private long stored;
        private @Nullable Path path;
        private @Nullable FileOutputStream file;

        Arrival(RunTable table) {
            this.table = table;
        }

        void readAll(DataInput in) throws IOException {
            while (stored < table.bytes()) {
                long position = table.start() + stored;
                in.readFully(block, frameAt, Frame.HEADER_BYTES);
                try {
                    int body = Frame.bodyLength(block, frameAt);
                    if (stored + Frame.HEADER_BYTES + body > table.bytes()) {
                        throw SpillException.damaged(
                                who, position, "a block extends beyond the end of the runs", null);
                    }
                    in.readFully(block, frameAt + Frame.HEADER_BYTES, body);
                    Frame.check(block, frameAt, body);
                    append(Frame.HEADER_BYTES + body);
                } catch (Frame.BadFrameException e) {
                    throw SpillException.damaged(who, position, String.valueOf(e.getMessage()), e);
                }
            }
        }

        /** Stores the block that was read. */
        private void append(int length) throws IOException {
            FileOutputStream out = file;
            if (out == null && !makeRoomFor(length)) {
                out = moveToFile();
            }
            if (out != null) {
                writeTo(out, block, frameAt, length);
                stored += length;
                return;
            }
            for (int done = 0; done < length; ) {
                Slab slab = slabs.get((int) (stored / memory.slabBytes()));
                int at = (int) (stored % memory.slabBytes());
                int part = Math.min(length - done, slab.capacity() - at);
                slab.copyIn(at, block, frameAt + done, part);
                stored += part;
                done += part;
            }
        }

        /** Makes room in slabs for {@code length} more bytes; false if there is no memory. */
        private boolean makeRoomFor(int length) throws IOException {
            while (room < stored + length) {
                Slab slab;
                try {
                    slab = memory.tryTake(kind, slabFor(table.bytes() - room));
                } catch (InterruptedException e) {
                    Thread.currentThread().interrupt();
                    throw (IOException)
                            new InterruptedIOException(who + " was interrupted").initCause(e);
                }
                if (slab == null) {
                    return false;
                }
                slabs.add(slab);
                room += slab.capacity();
            }
            return true;
        }

        /** Size of the next slab: only the last slab may be smaller than the others. */
        private int slabFor(long bytes) {
            if (bytes >= memory.slabBytes()) {
                return memory.slabBytes();
            }
            int enough = Math.max(MIN_SLAB, Integer.highestOneBit((int) bytes) << 1);
            return Math.min(memory.slabBytes(), enough);
        }

        private FileOutputStream moveToFile() throws IOException {
            Path made = area.newFile(who, area.nextNumber());
            path = made;
            FileOutputStream out = new FileOutputStream(made.toFile());
            file = out;
            byte[] buffer = new byte[BUFFER_BYTES];
            long written = 0;
            for (Slab slab : slabs) {
                for (int at = 0; at < slab.capacity() && written < stored; ) {
                    int part = (int) Math.min(buffer.length, stored - written);
                    part = Math.min(part, slab.capacity() - at);
                    slab.copyOut(at, buffer, 0, part);
                    writeTo(out, buffer, 0, part);
                    at += part;
                    written += part;
                }
            }
            closeSlabs();
            return out;
        }

        private void writeTo(FileOutputStream out, byte[] bytes, int offset, int length)
                throws IOException {
            try {
                out.write(bytes, offset, length);
            } catch (IOException e) {
                throw SpillException.cannotWrite(path == null ? Path.of(who) : path, e);
            }
        }

        RunSource finish() throws IOException {
            FileOutputStream out = file;
            Path made = path;
            if (out == null || made == null) {
                RunBlocks blocks = new RunBlocks(who, table, slabs, memory.slabBytes());
                slabs.clear();
                return blocks;
            }
            out.close();
            path = null;
            return new RunFile(made, table);
        }

        private void closeSlabs() {
            slabs.forEach(Slab::close);
            slabs.clear();
        }

        /** Gives back runs that were not received completely. */
        @Override
        public void close() throws IOException {
            closeSlabs();
            if (file != null) {
                file.close();
            }
            if (path != null) {
                Files.deleteIfExists(path);
            }
        }
    }
}
