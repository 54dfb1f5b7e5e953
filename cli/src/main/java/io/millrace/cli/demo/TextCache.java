package io.millrace.cli.demo;

import io.millrace.apps.text.ZipfText;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** Keeps generated texts for the next demo, in the user's cache folder, by size and seed. */
final class TextCache {

    private static final double NANOS_PER_SECOND = 1e9;

    private final Path folder;

    TextCache(Path folder) {
        this.folder = folder;
    }

    /** The cache of whoever runs this process, under {@code XDG_CACHE_HOME}, by default {@code ~/.cache}. */
    static TextCache ofThisUser() {
        String cache = System.getenv("XDG_CACHE_HOME");
        Path caches = cache == null || cache.isBlank() ? Path.of(System.getProperty("user.home"), ".cache") : Path.of(cache);
        return new TextCache(caches.resolve("millrace").resolve("text"));
    }

    /** The file with this text, written now if it is not there yet. */
    Path text(long bytes, long seed) throws IOException, InterruptedException {
        Path file = folder.resolve("zipf-" + bytes + "-" + seed + ".txt");
        if (Files.isRegularFile(file) && Files.size(file) == bytes) {
            return file;
        }
        Files.createDirectories(folder);
        System.out.printf("Writing %s of text with Zipf-distributed words to %s%n", Amounts.bytes(bytes), file);
        long start = System.nanoTime();
        new ZipfText(seed).write(file, bytes, Runtime.getRuntime().availableProcessors());
        System.out.printf("  took %s%n", Amounts.seconds((System.nanoTime() - start) / NANOS_PER_SECOND));
        return file;
    }
}
