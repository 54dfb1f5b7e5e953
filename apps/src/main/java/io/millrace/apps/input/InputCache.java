package io.millrace.apps.input;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** Keeps generated inputs for the next time, in a directory, by kind, size and seed. */
public final class InputCache {

    private final Path folder;

    public InputCache(Path folder) {
        this.folder = folder;
    }

    /** The cache of whoever runs this process. */
    public static InputCache ofThisUser() {
        return new InputCache(UserDirectory.CACHE.path().resolve("inputs"));
    }

    /** Where the input of this kind, size and seed is, or would be. */
    public Path file(InputKind kind, long bytes, long seed) {
        return folder.resolve(kind.word() + "-" + bytes + "-" + seed + ".txt");
    }

    /** Whether this input is there already: a file appears when it is whole. */
    public boolean has(InputKind kind, long bytes, long seed) {
        return Files.isRegularFile(file(kind, bytes, seed));
    }

    /** Where an input that somebody else writes is kept, as a directory. */
    public Path folder(String name) {
        return folder.resolve(name);
    }

    /** The file with this input, written now if it is not there yet. */
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
