package io.millrace.verify;

import io.millrace.verify.RecordBag.Print;
import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Finds records that one of two files has more often than the other. It reads the files again, and
 * remembers only records of a few cells of the bag in which the files differ. Used by one thread.
 */
final class UnmatchedRecords {

    private final RecordBag bag;
    private final Set<Integer> cells;

    /** In the order of the expected file, then of the other. */
    private final Map<Print, Copies> seen = new LinkedHashMap<>();

    /** The copies of a record, and the place of its first one. */
    private static final class Copies {

        private final long number;
        private final long position;
        private final String text;
        private long wanted;
        private long found;

        Copies(long number, long position, String text) {
            this.number = number;
            this.position = position;
            this.text = text;
        }

        String sentence() {
            if (found == 0) {
                return "record %d of the expected file, at byte %d, is missing: %s"
                        .formatted(number, position, text);
            }
            if (wanted == 0) {
                return "record %d, at byte %d, is not in the expected file: %s"
                        .formatted(number, position, text);
            }
            return "record %s occurs %d times, expected %d".formatted(text, found, wanted);
        }
    }

    /** For files whose records were added to {@code bag} and removed from it. */
    UnmatchedRecords(RecordBag bag) {
        this.bag = bag;
        this.cells = bag.cells();
    }

    /** A record that is missing and one that is extra, or one of them, in words. */
    String sentence(RecordReader wanted, RecordReader found) throws IOException {
        for (long number = 1; wanted.next(); number++) {
            if (isRemembered(wanted)) {
                copies(wanted, number).wanted++;
            }
        }
        for (long number = 1; found.next(); number++) {
            if (isRemembered(found)) {
                copies(found, number).found++;
            }
        }
        List<String> sentences = new ArrayList<>();
        seen.values().stream()
                .filter(copies -> copies.wanted > copies.found)
                .findFirst()
                .ifPresent(missing -> sentences.add(missing.sentence()));
        seen.values().stream()
                .filter(copies -> copies.wanted < copies.found)
                .findFirst()
                .ifPresent(extra -> sentences.add(extra.sentence()));
        return String.join("; ", sentences);
    }

    private boolean isRemembered(RecordReader reader) throws IOException {
        return cells.contains(bag.print(reader.record()).cell());
    }

    private Copies copies(RecordReader reader, long number) throws IOException {
        Print print = bag.print(reader.record());
        Copies copies = seen.get(print);
        if (copies == null) {
            copies = new Copies(number, reader.position(), Excerpts.of(reader.text(), ""));
            seen.put(print, copies);
        }
        return copies;
    }
}
