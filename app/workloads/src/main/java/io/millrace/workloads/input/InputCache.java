package io.millrace.workloads.input;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** Keeps generated inputs in a directory for reuse, by kind, size and seed. */
public final class InputCache {

    private final Path folder;

    public InputCache(Path folder) {
        this.folder = folder;
    }

    /** The cache of the user who runs this process. */
    public static InputCache ofThisUser() {
        return new InputCache(UserDirectory.CACHE.path().resolve("inputs"));
    }

    /** The path of the input of this kind, size and seed, whether it exists or not. */
    public Path file(InputKind kind, long bytes, long seed) {
        return folder.resolve(kind.word() + "-" + bytes + "-" + seed + ".txt");
    }

    /** Whether this input exists; a file gets its name when it is complete. */
    public boolean has(InputKind kind, long bytes, long seed) {
        return Files.isRegularFile(file(kind, bytes, seed));
    }

    /** The path of an input directory that another program writes. */
    public Path folder(String name) {
        return folder.resolve(name);
    }

    /** The file with this input, written now if it does not exist. */
    public Path get(InputKind kind, long bytes, long seed)
            throws IOException, InterruptedException {
        Path file = file(kind, bytes, seed);
        if (!has(kind, bytes, seed)) {
            Files.createDirectories(folder);
            BlockFile.write(
                    kind.input(bytes, seed), file, Runtime.getRuntime().availableProcessors());
        }
        return file;
    }
}
