package io.millrace.engine.namespace;

import io.millrace.engine.memory.MemoryBudget;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

/** A store of files over a directory, and budgets to attach it to. */
final class StoreFixture {

    static final int SPAN = 16 << 10;
    static final Owner ROOT = new Owner("root", "group", (short) 0777);

    private final Path directory;
    final ContentsStore store;

    StoreFixture(Path directory) {
        this.directory = directory;
        this.store = new ContentsStore(() -> Files.createTempFile(directory, "spill", ".bytes"));
    }

    /** A budget for so many slabs. */
    static MemoryBudget budget(int slabs) {
        return new MemoryBudget((long) (slabs + 2) * SPAN, SPAN, 2 * SPAN);
    }

    List<Path> spillFiles() throws IOException {
        try (Stream<Path> files = Files.list(directory)) {
            return files.toList();
        }
    }

    static void write(Contents contents, byte[] bytes) throws IOException {
        try (ContentsWriter writer = contents.write()) {
            writer.write(bytes, 0, bytes.length);
        }
    }

    static byte[] read(Contents contents) throws IOException {
        byte[] bytes = new byte[(int) contents.length()];
        try (ContentsReader reader = contents.read()) {
            readFully(reader, 0, bytes, bytes.length);
        }
        return bytes;
    }

    static void readFully(ContentsReader reader, long at, byte[] target, int count)
            throws IOException {
        int done = 0;
        while (done < count) {
            int part = reader.read(at + done, target, done, count - done);
            if (part <= 0) {
                throw new IOException("read " + part + " bytes at " + (at + done));
            }
            done += part;
        }
    }
}
