package io.millrace.apps.text;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** Keeps generated texts for the next time, in a folder, by size and seed. */
public final class TextCache {

    private final Path folder;

    public TextCache(Path folder) {
        this.folder = folder;
    }

    /**
     * The cache of whoever runs this process, under {@code XDG_CACHE_HOME}, by default {@code
     * ~/.cache}.
     */
    public static TextCache ofThisUser() {
        String cache = System.getenv("XDG_CACHE_HOME");
        Path caches =
                cache == null || cache.isBlank()
                        ? Path.of(System.getProperty("user.home"), ".cache")
                        : Path.of(cache);
        return new TextCache(caches.resolve("millrace").resolve("text"));
    }

    /** Where the text of this size and seed is, or would be. */
    public Path file(long bytes, long seed) {
        return folder.resolve("zipf-" + bytes + "-" + seed + ".txt");
    }

    /** Whether this text is there already, whole. */
    public boolean has(long bytes, long seed) throws IOException {
        Path file = file(bytes, seed);
        return Files.isRegularFile(file) && Files.size(file) == bytes;
    }

    /** The file with this text, written now if it is not there yet. */
    public Path text(long bytes, long seed) throws IOException, InterruptedException {
        Path file = file(bytes, seed);
        if (!has(bytes, seed)) {
            Files.createDirectories(folder);
            new ZipfText(seed).write(file, bytes, Runtime.getRuntime().availableProcessors());
        }
        return file;
    }
}
