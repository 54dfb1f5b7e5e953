package io.millrace.bench.job;

import io.millrace.workloads.Likeness;
import java.io.BufferedReader;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Compares two files, and says where they differ. */
final class FileComparison {

    private final Path expected;
    private final Path actual;

    FileComparison(Path expected, Path actual) {
        this.expected = expected;
        this.actual = actual;
    }

    /** The first difference that a likeness does not allow. */
    Optional<String> difference(Likeness likeness) throws IOException {
        long position = Files.mismatch(expected, actual);
        if (position < 0) {
            return Optional.empty();
        }
        return switch (likeness) {
            case EXACT -> Optional.of("they differ from byte " + position + " on");
            case ANY_ORDER ->
                    Arrays.equals(
                                    RecordsComparison.sortedLines(List.of(expected)),
                                    RecordsComparison.sortedLines(List.of(actual)))
                            ? Optional.empty()
                            : Optional.of("other lines, from byte " + position + " on");
            case ROUNDED -> roundedDifference();
        };
    }

    private Optional<String> roundedDifference() throws IOException {
        try (BufferedReader wanted = Files.newBufferedReader(expected);
                BufferedReader found = Files.newBufferedReader(actual)) {
            String want = wanted.readLine();
            for (long line = 1; want != null; line++) {
                String got = found.readLine();
                if (got == null || !RoundedLines.alike(want, got)) {
                    return Optional.of("line " + line + " is " + got + ", and was " + want);
                }
                want = wanted.readLine();
            }
            @Nullable String more = found.readLine();
            return more == null ? Optional.empty() : Optional.of("there is a further line " + more);
        }
    }
}
