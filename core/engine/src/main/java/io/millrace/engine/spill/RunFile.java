package io.millrace.engine.spill;

import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.file.Files;
import java.nio.file.Path;

/** Runs in a finished file of this machine. */
public final class RunFile extends RunSource {

    private final Path path;
    private final boolean owned;

    /** Position of the file's first byte in the writer's output. */
    private final long origin;

    /** A file that this owns. */
    RunFile(Path path, RunTable table) {
        this(path, true, table.start(), table);
    }

    private RunFile(Path path, boolean owned, long origin, RunTable table) {
        super(table);
        this.path = path;
        this.owned = owned;
        this.origin = origin;
    }

    static RunFile readBody(DataInput in) throws IOException {
        return new RunFile(
                Path.of(in.readUTF()), in.readBoolean(), in.readLong(), RunTable.readFrom(in));
    }

    void writeBody(DataOutput out) throws IOException {
        out.writeUTF(path.toString());
        out.writeBoolean(owned);
        out.writeLong(origin);
        table().writeTo(out);
    }

    @Override
    public boolean inMemory() {
        return false;
    }

    @Override
    public RunFile lent(int first, int end) {
        return new RunFile(path, false, origin, table().of(first, end));
    }

    @Override
    RunBytes open() throws IOException {
        try {
            return new FileBytes(new RandomAccessFile(path.toFile(), "r"), origin);
        } catch (IOException e) {
            throw SpillException.cannotRead(name(), e);
        }
    }

    @Override
    String name() {
        return path.toString();
    }

    @Override
    String suspect() {
        return "the local disk may be full or failing";
    }

    /** Deletes the file, if this owns it. May be called twice. */
    @Override
    public void close() throws IOException {
        if (owned) {
            Files.deleteIfExists(path);
        }
    }

    private record FileBytes(RandomAccessFile file, long origin) implements RunBytes {

        @Override
        public void moveTo(long position) throws IOException {
            file.seek(position - origin);
        }

        @Override
        public void readFully(byte[] target, int offset, int length) throws IOException {
            file.readFully(target, offset, length);
        }

        @Override
        public void close() throws IOException {
            file.close();
        }
    }
}
