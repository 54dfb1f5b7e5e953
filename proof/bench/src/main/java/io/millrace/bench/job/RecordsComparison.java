package io.millrace.bench.job;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import io.millrace.workloads.Likeness;
import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.SequenceInputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/** Compares outputs that are divided among files in different ways, and says where they differ. */
final class RecordsComparison {

    private RecordsComparison() {}

    /** Compares the bytes of all files, one after the other. */
    static Optional<String> ofBytes(List<Path> expected, List<Path> actual) throws IOException {
        try (InputStream wanted = opened(expected);
                InputStream found = opened(actual)) {
            long position = 0;
            int want = wanted.read();
            int got = found.read();
            while (want == got && want >= 0) {
                position++;
                want = wanted.read();
                got = found.read();
            }
            return want == got
                    ? Optional.empty()
                    : Optional.of("they differ from byte " + position + " on");
        }
    }

    private static InputStream opened(List<Path> files) throws IOException {
        List<InputStream> streams = new ArrayList<>();
        for (Path file : files) {
            streams.add(Files.newInputStream(file));
        }
        return new BufferedInputStream(
                new SequenceInputStream(Collections.enumeration(streams)), 1 << 20);
    }

    /** Compares the lines of all files in their own order. */
    static Optional<String> ofLines(List<Path> expected, List<Path> actual, Likeness likeness)
            throws IOException {
        if (likeness != Likeness.ROUNDED
                && LinesDigest.of(expected).equals(LinesDigest.of(actual))) {
            return Optional.empty(); // of large outputs, without holding them
        }
        String[] wanted = sortedLines(expected);
        String[] found = sortedLines(actual);
        for (int i = 0; i < Math.min(wanted.length, found.length); i++) {
            boolean alike =
                    likeness == Likeness.ROUNDED
                            ? RoundedLines.alike(wanted[i], found[i])
                            : wanted[i].equals(found[i]);
            if (!alike) {
                return Optional.of("one is " + found[i] + ", and was " + wanted[i]);
            }
        }
        return wanted.length == found.length
                ? Optional.empty()
                : Optional.of("there are " + found.length + ", and were " + wanted.length);
    }

    static String[] sortedLines(List<Path> files) throws IOException {
        List<String> all = new ArrayList<>();
        for (Path file : files) {
            try (Stream<String> lines = Files.lines(file, ISO_8859_1)) {
                lines.forEach(all::add);
            }
        }
        String[] sorted = all.toArray(String[]::new);
        Arrays.parallelSort(sorted);
        return sorted;
    }
}
