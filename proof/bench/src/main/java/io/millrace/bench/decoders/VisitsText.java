package io.millrace.bench.decoders;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** The table UserVisits as delimited text, in a file and in memory. */
@SuppressWarnings("ArrayRecordComponent") // nobody compares tables
record VisitsText(Path file, byte[] bytes) {

    static VisitsText of(Path file) throws IOException {
        return new VisitsText(file, Files.readAllBytes(file));
    }
}
