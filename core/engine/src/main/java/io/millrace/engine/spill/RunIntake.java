package io.millrace.engine.spill;

import io.millrace.engine.memory.MemoryAccount;
import io.millrace.engine.memory.Slab;
import io.millrace.engine.memory.SlabKind;
import io.millrace.engine.task.Cancellation;
import java.io.Closeable;
import java.io.DataInput;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.nio.ByteBuffer;
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
    private static final int FIRST_SLAB = 1024;

    /**
     * Each slab is so much larger than the one before, up to the ordinary size: small runs leave
     * less than half of their memory empty.
     */
    private static final int GROWTH = 2;

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

    /** Receives frames up to {@link BlockFrame#NONE}, and their table. */
    RunSource take(DataInput in) throws IOException {
        try (Arrival arrival = new Arrival()) {
            arrival.readAll(in);
            return arrival.finish(RunTable.readFrom(in));
        }
    }

    /** Runs that are being received. Used by one thread. */
    private final class Arrival implements Closeable {

        /** Not a buffer of the budget: the wait for the next block may be long. */
        private final byte[] block = new byte[memory.diskBufferBytes()];

        private final Cancellation cancellation = Cancellation.here();
        private final int frameAt = BlockFrame.contentBytes(block.length);
        private final List<Slab> slabs = new ArrayList<>();

        /** Free bytes of the last slab. */
        private int room;

        private long stored;
        private @Nullable Path path;
        private @Nullable FileOutputStream file;

        void readAll(DataInput in) throws IOException {
            ByteBuffer header = ByteBuffer.wrap(block);
            for (int next = in.readInt(); next != BlockFrame.NONE; next = in.readInt()) {
                header.putInt(frameAt, next);
                in.readFully(
                        block, frameAt + Integer.BYTES, BlockFrame.HEADER_BYTES - Integer.BYTES);
                try {
                    int body = BlockFrame.bodyLength(block, frameAt);
                    in.readFully(block, frameAt + BlockFrame.HEADER_BYTES, body);
                    BlockFrame.check(block, frameAt, body);
                    cancellation.bytes(body);
                    append(BlockFrame.HEADER_BYTES + body);
                } catch (BlockFrame.BadFrameException e) {
                    throw SpillException.damaged(who, stored, String.valueOf(e.getMessage()), e);
                }
            }
        }

        /** Stores the block that was read. */
        private void append(int length) throws IOException {
            FileOutputStream out = file;
            for (int done = 0; out == null && done < length; ) {
                if (room == 0 && !addSlab()) {
                    out = moveToFile();
                    writeTo(out, block, frameAt + done, length - done);
                    stored += length - done;
                    return;
                }
                Slab slab = slabs.get(slabs.size() - 1);
                int part = Math.min(length - done, room);
                slab.copyIn(slab.capacity() - room, block, frameAt + done, part);
                room -= part;
                stored += part;
                done += part;
            }
            if (out != null) {
                writeTo(out, block, frameAt, length);
                stored += length;
            }
        }

        /** Adds a slab; false if there is no memory. */
        private boolean addSlab() throws IOException {
            int bytes =
                    slabs.isEmpty() ? FIRST_SLAB : GROWTH * slabs.get(slabs.size() - 1).capacity();
            Slab slab;
            try {
                slab = memory.tryTake(kind, Math.min(memory.slabBytes(), bytes));
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                throw (IOException)
                        new InterruptedIOException(who + " was interrupted").initCause(e);
            }
            if (slab == null) {
                return false;
            }
            slabs.add(slab);
            room = slab.capacity();
            return true;
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
                    cancellation.bytes(part);
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

        RunSource finish(RunTable table) throws IOException {
            if (table.bytes() != stored) {
                throw SpillException.damaged(
                        who,
                        stored,
                        "the runs must have " + table.bytes() + " bytes, according to their table",
                        null);
            }
            FileOutputStream out = file;
            Path made = path;
            if (out == null || made == null) {
                RunBlocks blocks = new RunBlocks(who, table, slabs);
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
