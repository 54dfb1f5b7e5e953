package io.millrace.apps.input;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.withinPercentage;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class InputKindTest {

    private static final long SEED = 5;
    private static final long SOME_BLOCKS = 5 << 20;

    @TempDir Path folder;

    @ParameterizedTest
    @EnumSource
    void sameSeedGivesSameBytesWithAnyNumberOfThreads(InputKind kind) throws Exception {
        assertThat(kind.input(SOME_BLOCKS, SEED).blocks()).isGreaterThan(1);
        Path one = written(kind, SOME_BLOCKS, SEED, 1);
        Path other = written(kind, SOME_BLOCKS, SEED, 3);
        assertThat(Files.mismatch(one, other)).isEqualTo(-1);
    }

    @ParameterizedTest
    @EnumSource
    void sizeIsAboutWhatWasAskedFor(InputKind kind) throws Exception {
        assertThat(Files.size(written(kind, SOME_BLOCKS, SEED, 2)))
                .isCloseTo(SOME_BLOCKS, withinPercentage(6));
    }

    @ParameterizedTest
    @EnumSource
    void anotherSeedGivesOtherBytes(InputKind kind) throws Exception {
        assertThat(written(kind, 10_000, SEED, 1))
                .content()
                .isNotEqualTo(Files.readString(written(kind, 10_000, SEED + 1, 1)));
    }

    @ParameterizedTest
    @EnumSource
    void everyLineHasTheForm(InputKind kind) throws Exception {
        String form =
                switch (kind) {
                    case TEXT -> "[a-z]+( [a-z]+)*+";
                    case DOCUMENTS -> "d\\d{7}\t[a-z]+( [a-z]+){99,199}";
                    case POINTS -> "\\d{1,4}\\.\\d{4}( \\d{1,4}\\.\\d{4}){2}";
                    case WEB_GRAPH -> "\\d+\t1\\.0\t\\d+( \\d+)*+";
                    case USER_VISITS ->
                            "\\d{1,3}(\\.\\d{1,3}){3}\\|http://[^|]+\\|\\d{4}-\\d\\d-\\d\\d\\|\\d{1,3}\\.\\d{4}"
                                    + "\\|[^|]+\\|[A-Z]{3}\\|[a-z]{2}-[A-Z]{2}\\|[a-z]+\\|\\d{1,4}";
                    case RANKINGS -> "http://[^|]+\\|\\d{1,5}\\|\\d{1,3}";
                    case TOPIC_DOCUMENTS -> "d\\d{7}\t\\d{1,4}:\\d{1,3}( \\d{1,4}:\\d{1,3})*+";
                    case CANDIDATES -> "e\\d{5}( e\\d{5}){4}";
                };
        assertThat(Files.readAllLines(written(kind, 200_000, SEED, 1)))
                .isNotEmpty()
                .allMatch(line -> line.matches(form));
    }

    @Test
    void pagesAreNumberedAndSomeAreLinkedToMuchMoreOftenThanMost() throws Exception {
        List<String> lines = Files.readAllLines(written(InputKind.WEB_GRAPH, 1_000_000, SEED, 2));
        Map<Integer, Integer> links = new HashMap<>();
        for (int page = 0; page < lines.size(); page++) {
            String[] fields = lines.get(page).split("\t", -1);
            assertThat(fields[0]).isEqualTo(Integer.toString(page));
            Stream.of(fields[2].split(" ", -1))
                    .forEach(target -> links.merge(Integer.valueOf(target), 1, Integer::sum));
        }
        int total = links.values().stream().mapToInt(Integer::intValue).sum();
        assertThat(links.keySet()).allMatch(page -> page < lines.size());
        assertThat(links.values().stream().mapToInt(Integer::intValue).max().orElseThrow())
                .isGreaterThan(total / 30);
        assertThat(links.size()).isGreaterThan(lines.size() / 4);
    }

    @Test
    void candidatesAreSortedAndSomeBeginAlikeAndSomeAreThere() throws Exception {
        List<String> lines = Files.readAllLines(written(InputKind.CANDIDATES, 200_000, SEED, 2));
        assertThat(lines)
                .allSatisfy(line -> {
                    String[] elements = line.split(" ", -1);
                    assertThat(elements).isSorted().doesNotHaveDuplicates();
                });
        long starts = lines.stream().map(line -> line.substring(0, 27)).distinct().count();
        assertThat(starts).isLessThan(lines.size() / 10);
        assertThat(lines.stream().distinct().count()).isLessThan(lines.size());
    }

    @Test
    void everyKindHasANameOfItsOwn() {
        assertThat(Arrays.stream(InputKind.values()).map(InputKind::word))
                .doesNotHaveDuplicates()
                .allMatch(word -> InputKind.named(word).orElseThrow().word().equals(word));
    }

    private Path written(InputKind kind, long bytes, long seed, int threads) throws Exception {
        Path file = folder.resolve(kind + "-" + bytes + "-" + seed + "-" + threads);
        BlockFile.write(kind.input(bytes, seed), file, threads);
        return file;
    }
}
