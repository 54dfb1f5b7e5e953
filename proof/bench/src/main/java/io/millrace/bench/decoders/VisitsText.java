package io.millrace.bench.decoders;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** The table UserVisits as delimited text, in a file and in memory. */
final class VisitsText {

    private final Path file;
    private final byte[] bytes;

    private VisitsText(Path file, byte[] bytes) {
        this.file = file;
        this.bytes = bytes;
    }

    static VisitsText of(Path file) throws IOException {
        return new VisitsText(file, Files.readAllBytes(file));
    }

    Path file() {
        return file;
    }

    byte[] bytes() {
        return bytes;
    }
}
