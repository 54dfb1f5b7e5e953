package io.millrace.workloads.input;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ZipfTextTest {

    private static final long SEED = 7;
    private static final long FOUR_BLOCKS = 4L * ZipfText.BLOCK_BYTES;

    @TempDir Path folder;

    @ParameterizedTest
    @ValueSource(
            longs = {0, 1, 2, 15, 16, 17, 18, 1000, ZipfText.BLOCK_BYTES, ZipfText.BLOCK_BYTES + 1})
    void fileHasExactlyTheBytesAskedForAndEndsWithALine(long bytes) throws Exception {
        Path file = folder.resolve("text");
        BlockFile.write(new ZipfText(bytes, SEED, 500), file, 2);
        byte[] text = Files.readAllBytes(file);
        assertThat(text).hasSize(Math.toIntExact(bytes));
        if (bytes > 0) {
            assertThat((char) text[text.length - 1]).isEqualTo('\n');
        }
    }

    @Test
    void blocksHaveNoTextInCommon() {
        ZipfText text = new ZipfText(FOUR_BLOCKS, SEED);
        Set<String> inFirst = sequences(block(text, 0));
        for (int number = 1; number < 4; number++) {
            assertThat(sequences(block(text, number)).stream().filter(inFirst::contains))
                    .hasSizeLessThan(100);
        }
    }

    @Test
    void allWordsAppearInATextLongEnough() {
        int words = 2_000;
        ZipfText text = new ZipfText(FOUR_BLOCKS, SEED, words);
        assertThat(new HashSet<>(words(block(text, 3)))).hasSizeBetween(words, words + 2);
    }

    @Test
    void wordsAreDistinct() {
        assertThat(IntStream.range(0, 20_000).mapToObj(new Vocabulary(SEED, 20_000)::word))
                .doesNotHaveDuplicates();
    }

    @Test
    void frequencyFallsWithRankAsZipfSays() {
        int words = 1_000;
        ZipfText text = new ZipfText(FOUR_BLOCKS, SEED, words);
        Vocabulary vocabulary = new Vocabulary(SEED, words);
        Map<String, Integer> counts = new HashMap<>();
        String[] all = new String(block(text, 0), US_ASCII).split("\\s+");
        Arrays.stream(all).forEach(word -> counts.merge(word, 1, Integer::sum));
        double harmonic = 0;
        for (int rank = 1; rank <= words; rank++) {
            harmonic += 1.0 / rank;
        }
        for (int rank : new int[] {0, 1, 2, 9, 99, 499}) {
            double expected = all.length / harmonic / (rank + 1);
            assertThat((double) counts.getOrDefault(vocabulary.word(rank), 0))
                    .as("rank %d", rank)
                    .isCloseTo(expected, within(6 * Math.sqrt(expected)));
        }
    }

    private static List<String> words(byte[] text) {
        return List.of(new String(text, US_ASCII).split("\\s+"));
    }

    /** Every seven words that follow each other. */
    private static Set<String> sequences(byte[] text) {
        List<String> words = words(text);
        Set<String> sequences = new HashSet<>();
        for (int i = 7; i < words.size(); i++) {
            sequences.add(String.join(" ", words.subList(i - 7, i)));
        }
        return sequences;
    }

    private static byte[] block(ZipfText text, long number) {
        LineBuffer block = new LineBuffer();
        text.fill(number, block);
        byte[] bytes = new byte[block.length()];
        block.content().get(bytes);
        return bytes;
    }
}
