package io.millrace.verify;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Files of each format, as their own libraries write them. */
class FileComparisonTest {

    private static final List<String> WORDS =
            IntStream.range(10_000, 12_000).mapToObj(i -> "word" + i).toList();

    @TempDir Path directory;

    private Path expected;
    private Path actual;

    private void files(WrittenFiles format, List<String> wanted, List<String> found)
            throws Exception {
        expected = Files.createDirectories(directory.resolve("expected"));
        actual = Files.createDirectories(directory.resolve("actual"));
        String name = format == WrittenFiles.GZIP ? "part.gz" : "part";
        format.write(expected.resolve(name), wanted, false);
        format.write(actual.resolve(name), found, true);
    }

    private List<String> differences(Agreement agreement) throws IOException {
        return new OutcomeComparison(agreement, false, false, List.of())
                .differences(outcome(expected), outcome(actual)).stream()
                        .map(Difference::sentence)
                        .toList();
    }

    private static Outcome outcome(Path files) throws IOException {
        return new Outcome(
                List.of(), OutputTree.read(new org.apache.hadoop.fs.Path(files.toUri())));
    }

    @ParameterizedTest
    @EnumSource
    void theSameRecordsInOtherBytesAreTheSame(WrittenFiles format) throws Exception {
        files(format, WORDS, WORDS);

        String file = format == WrittenFiles.MAP_FILE ? "part/data" : fileName();
        assertThat(Files.mismatch(expected.resolve(file), actual.resolve(file)))
                .as("bytes differ")
                .isNotNegative();
        assertThat(differences(Agreement.ORDERED)).isEmpty();
    }

    private String fileName() {
        return Files.exists(expected.resolve("part.gz")) ? "part.gz" : "part";
    }

    @ParameterizedTest
    @EnumSource(mode = EnumSource.Mode.EXCLUDE, names = "MAP_FILE")
    void theFirstOtherRecordIsShownWithItsNumberAndPosition(WrittenFiles format) throws Exception {
        List<String> other = new ArrayList<>(WORDS);
        other.set(1_500, "another");
        files(format, WORDS, other);

        assertThat(differences(Agreement.ORDERED))
                .singleElement()
                .asString()
                .startsWith(
                        "file " + fileName() + " has 2000 records, expected 2000; record 1501, at")
                .containsPattern(
                        "at byte [0-9]+, is '[^']*another[^']*', expected '[^']*word11500[^']*'")
                .doesNotContain("another order");
    }

    @Test
    void anOtherRecordOfAMapFileIsFoundInItsData() throws Exception {
        List<String> other = new ArrayList<>(WORDS);
        other.set(1_500, "word11500a");
        files(WrittenFiles.MAP_FILE, WORDS, other);

        assertThat(differences(Agreement.ORDERED).get(0))
                .startsWith("file part/data has 2000 records, expected 2000; record 1501, ")
                .contains("'word11500a\\t10', expected 'word11500\\t9'");
    }

    @ParameterizedTest
    @EnumSource(mode = EnumSource.Mode.EXCLUDE, names = "MAP_FILE")
    void anotherOrderIsRecognized(WrittenFiles format) throws Exception {
        List<String> other = new ArrayList<>(WORDS);
        other.set(7, WORDS.get(1_700));
        other.set(1_700, WORDS.get(7));
        files(format, WORDS, other);

        assertThat(differences(Agreement.ORDERED))
                .singleElement()
                .asString()
                .contains("record 8, ", "the same records in another order");
        assertThat(differences(Agreement.ANY_ORDER)).isEmpty();
    }

    @ParameterizedTest
    @EnumSource(mode = EnumSource.Mode.EXCLUDE, names = "MAP_FILE")
    void aMissingRecordIsFoundInAnyOrder(WrittenFiles format) throws Exception {
        files(format, WORDS, WORDS.subList(0, 1_999));

        for (Agreement agreement : Agreement.values()) {
            assertThat(differences(agreement))
                    .singleElement()
                    .asString()
                    .contains("has 1999 records, expected 2000; record 2000")
                    .containsPattern(" of the expected file.* is missing: '.*word11999");
        }
    }

    @ParameterizedTest
    @EnumSource(mode = EnumSource.Mode.EXCLUDE, names = "MAP_FILE")
    void recordsWithoutAMatchAreShownInAnyOrder(WrittenFiles format) throws Exception {
        List<String> other = new ArrayList<>(WORDS);
        other.set(1_500, "another");
        Collections.reverse(other);
        files(format, WORDS, other);

        assertThat(differences(Agreement.ANY_ORDER))
                .singleElement()
                .asString()
                .startsWith("file " + fileName() + " has 2000 records, expected 2000; record 1501")
                .containsPattern(
                        "record 1501 of the expected file, at byte [0-9]+, is missing: '.*word11500"
                                + ".*; record 500, at byte [0-9]+, is not in the expected file:"
                                + " '.*another");
    }

    @Test
    void otherNumbersOfARecordAreShownInAnyOrder() throws Exception {
        text("a\nb\nb\nb\nc\n", "b\nc\na\na\nb\n");

        assertThat(differences(Agreement.ANY_ORDER))
                .containsExactly(
                        "file part has 5 records, expected 5;"
                                + " record 'b\\n' occurs 2 times, expected 3;"
                                + " record 'a\\n' occurs 2 times, expected 1");
    }

    @Test
    void filesWithManyDifferencesAreComparedInAnyOrder() throws Exception {
        text("x\n".repeat(70_000), String.join("\n", WORDS) + "\n");

        assertThat(differences(Agreement.ANY_ORDER))
                .singleElement()
                .asString()
                .startsWith("file part has 2000 records, expected 70000; record 1 of the expected")
                .contains("is missing: 'x\\n'; record ", "is not in the expected file: 'word1");
    }

    @Test
    void textHasToAgreeInItsLastByte() throws Exception {
        text("a\nb\n", "a\nb");

        assertThat(differences(Agreement.ORDERED))
                .containsExactly(
                        "file part has 2 records, expected 2;"
                                + " record 2, at byte 2, is 'b', expected 'b\\n'");
    }

    @Test
    void longRecordsAreShortenedToTheirFirstDifference() throws Exception {
        String start = "x".repeat(5_000);
        text(start + "1" + start + "\n", start + "2" + start + "\n");

        assertThat(differences(Agreement.ORDERED))
                .singleElement()
                .asString()
                .contains(
                        "is '..." + "x".repeat(40) + "2xxx", "' (10002 characters), expected '...")
                .hasSizeLessThan(450);
    }

    @Test
    void filesOfDifferentFormatsDiffer() throws Exception {
        text("words\n", "");
        Files.delete(actual.resolve("part"));
        WrittenFiles.AVRO.write(actual.resolve("part"), WORDS, true);

        assertThat(differences(Agreement.ORDERED))
                .containsExactly("file part is an Avro file, expected text");
    }

    @Test
    void aDamagedFileIsComparedByteByByte() throws Exception {
        files(WrittenFiles.PARQUET, WORDS, WORDS);
        byte[] whole = Files.readAllBytes(expected.resolve("part"));
        Files.write(actual.resolve("part"), java.util.Arrays.copyOf(whole, whole.length - 20));
        Files.deleteIfExists(actual.resolve(".part.crc"));

        assertThat(differences(Agreement.ORDERED))
                .singleElement()
                .asString()
                .startsWith("file part differs from byte " + (whole.length - 20) + " on;")
                .contains("compared byte by byte because its records cannot be read");
    }

    private void text(String wanted, String found) throws IOException {
        expected = Files.createDirectories(directory.resolve("expected"));
        actual = Files.createDirectories(directory.resolve("actual"));
        Files.writeString(expected.resolve("part"), wanted);
        Files.writeString(actual.resolve("part"), found);
    }
}
