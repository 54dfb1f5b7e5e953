package io.millrace.verify;

import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Compares a file that two runs wrote: by its bytes, and by its records if these differ. Files may
 * be larger than memory.
 */
final class FileComparison {

    private final String name;
    private final OutputTree expected;
    private final OutputTree actual;
    private final Agreement agreement;
    private final FormatLoader formats;

    FileComparison(
            String name,
            OutputTree expected,
            OutputTree actual,
            Agreement agreement,
            FormatLoader formats) {
        this.name = name;
        this.expected = expected;
        this.actual = actual;
        this.agreement = agreement;
        this.formats = formats;
    }

    /** A sentence for the first difference; empty if the files agree. */
    Optional<String> difference() throws IOException {
        long mismatch = mismatch();
        if (mismatch < 0) {
            return Optional.empty();
        }
        FileFormat format = expected.format(name);
        if (actual.format(name) != format) {
            return Optional.of(
                    "file %s is %s, expected %s"
                            .formatted(name, actual.format(name).title(), format.title()));
        }
        try (RecordReader wanted = expected.open(name, formats);
                RecordReader found = actual.open(name, formats)) {
            RecordComparison comparison = new RecordComparison(wanted, found);
            Optional<String> difference = comparison.difference();
            return difference.isEmpty() || agreement == Agreement.ORDERED
                    ? difference
                    : Optional.of(difference.get() + unmatched(comparison.bag));
        } catch (NoReaderException e) {
            return Optional.of(byteDifference(mismatch, String.valueOf(e.getMessage())));
        } catch (IOException | LinkageError e) {
            return Optional.of(byteDifference(mismatch, "its records cannot be read: " + e));
        }
    }

    /** Names records by a second look at the files; nothing if they differ in their headers. */
    private String unmatched(RecordBag bag) throws IOException, NoReaderException {
        if (bag.isEmpty()) {
            return "";
        }
        try (RecordReader wanted = expected.open(name, formats);
                RecordReader found = actual.open(name, formats)) {
            return new UnmatchedRecords(bag).sentence(wanted, found);
        }
    }

    private String byteDifference(long mismatch, String reason) {
        return "file %s differs from byte %d on; it was compared byte by byte because %s"
                .formatted(name, mismatch, reason);
    }

    /** Offset of the first byte that differs; negative if none does. */
    private long mismatch() throws IOException {
        try (InputStream wanted = new BufferedInputStream(expected.open(name));
                InputStream found = new BufferedInputStream(actual.open(name))) {
            byte[] want = new byte[1 << 16];
            byte[] got = new byte[want.length];
            for (long start = 0; ; start += want.length) {
                int wantLength = wanted.readNBytes(want, 0, want.length);
                int gotLength = found.readNBytes(got, 0, got.length);
                int at = Arrays.mismatch(want, 0, wantLength, got, 0, gotLength);
                if (at >= 0) {
                    return start + at;
                }
                if (wantLength < want.length) {
                    return -1;
                }
            }
        }
    }

    /** The records of both files, read side by side, once. */
    private final class RecordComparison {

        private final RecordReader wanted;
        private final RecordReader found;
        private final RecordBag bag = new RecordBag();
        private long records;
        private long wantedRecords;
        private @Nullable String first;

        RecordComparison(RecordReader wanted, RecordReader found) {
            this.wanted = wanted;
            this.found = found;
        }

        Optional<String> difference() throws IOException {
            if (!wanted.header().equals(found.header())) {
                return Optional.of(
                        "file %s has the header %s, expected %s"
                                .formatted(
                                        name,
                                        Excerpts.of(found.header(), wanted.header()),
                                        Excerpts.of(wanted.header(), found.header())));
            }
            boolean want = wanted.next();
            boolean got = found.next();
            while (want || got) {
                take(want, got);
                want = want && wanted.next();
                got = got && found.next();
            }
            if (first == null || (agreement == Agreement.ANY_ORDER && bag.isEmpty())) {
                return Optional.empty();
            }
            String numbers =
                    "file %s has %d records, expected %d; ".formatted(name, records, wantedRecords);
            if (agreement == Agreement.ANY_ORDER) {
                return Optional.of(numbers);
            }
            return Optional.of(
                    numbers
                            + first
                            + (bag.isEmpty()
                                    ? "; it has the same records in another order, which"
                                            + " Hadoop leaves open among equal keys"
                                    : ""));
        }

        /** Up to the first difference both have the same records, which the bag need not hold. */
        private void take(boolean want, boolean got) throws IOException {
            byte @Nullable [] wantBytes = want ? wanted.record() : null;
            byte @Nullable [] gotBytes = got ? found.record() : null;
            if (first == null && !Arrays.equals(wantBytes, gotBytes)) {
                first = sentence(wantBytes, gotBytes);
            }
            if (wantBytes != null) {
                wantedRecords++;
                if (first != null) {
                    bag.add(wantBytes);
                }
            }
            if (gotBytes != null) {
                records++;
                if (first != null) {
                    bag.remove(gotBytes);
                }
            }
        }

        private String sentence(byte @Nullable [] want, byte @Nullable [] got) throws IOException {
            long number = wantedRecords + 1;
            if (got == null) {
                return "record %d, at byte %d of the expected file, is missing: %s"
                        .formatted(number, wanted.position(), Excerpts.of(wanted.text(), ""));
            }
            if (want == null) {
                return "record %d, at byte %d, is one too many: %s"
                        .formatted(number, found.position(), Excerpts.of(found.text(), ""));
            }
            String wantText = wanted.text();
            String gotText = found.text();
            if (wantText.equals(gotText)) {
                // Objects that print alike, or bytes that are not characters.
                wantText = HexFormat.of().formatHex(want);
                gotText = HexFormat.of().formatHex(got);
            }
            return "record %d, at byte %d, is %s, expected %s"
                    .formatted(
                            number,
                            found.position(),
                            Excerpts.of(gotText, wantText),
                            Excerpts.of(wantText, gotText));
        }
    }
}
