package io.millrace.workloads.input;

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
                    case USER_VISITS, MANY_SOURCES ->
                            "\\d{1,3}(\\.\\d{1,3}){3}\\|http://[^|]+\\|\\d{4}-\\d\\d-\\d\\d\\|\\d{1,3}\\.\\d{4}"
                                    + "\\|[^|]+\\|[A-Z]{3}\\|[a-z]{2}-[A-Z]{2}\\|[a-z]+\\|\\d{1,4}";
                    case RANKINGS -> "http://[^|]+\\|\\d{1,5}\\|\\d{1,3}";
                    case VISITS_AND_RANKINGS -> "[^|]+\\|[^|]+\\|[^|]+(\\|[^|]+){0,6}";
                    case PATTERN_RECORDS -> "\\d{10}\\|[a-zXYZ]{90}";
                    case TOPIC_DOCUMENTS -> "d\\d{7}\t\\d{1,4}:\\d{1,3}( \\d{1,4}:\\d{1,3})*+";
                    case CANDIDATES -> "e\\d{5}( e\\d{5}){4}";
                    case HOST_PAGES -> "h\\d{4}\\.org\t[a-z]+( [a-z]+){99,199}";
                    case OCCURRENCES -> "[a-z]+:d\\d{7}\t\\d{1,3}";
                    case EDGES -> "\\d{8}\t\\d{8}";
                    case MOVIES -> "\\d+\t\\d{1,5}:[1-5](,\\d{1,5}:[1-5])*+";
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
    void fewPagesHaveManyLinksAndTheAverageIsThatOfTheWeb() throws Exception {
        Map<String, Integer> links = new HashMap<>();
        List<String> lines = Files.readAllLines(written(InputKind.EDGES, 2_000_000, SEED, 2));
        lines.forEach(line -> links.merge(line.substring(0, 8), 1, Integer::sum));
        int pages = (int) (lines.size() / 7.2);
        assertThat(links.keySet()).allMatch(page -> Integer.parseInt(page) < pages);
        assertThat(links.values().stream().filter(count -> count > 70).count())
                .as("one page in a hundred has ten times the average")
                .isBetween(pages / 200L, pages / 50L);
        assertThat(lines.stream().distinct().count()).isLessThan(lines.size());
    }

    @Test
    void hostsHaveManyPages() throws Exception {
        Map<String, Integer> pages = new HashMap<>();
        List<String> lines = Files.readAllLines(written(InputKind.HOST_PAGES, 5_000_000, SEED, 2));
        lines.forEach(line -> pages.merge(line.substring(0, 5), 1, Integer::sum));
        assertThat(pages.get("h0000")).isGreaterThan(10 * lines.size() / 1000);
        assertThat(pages.size()).isBetween(800, 1000);
    }

    @Test
    void countedWordsOfADocumentAreDistinct() throws Exception {
        List<String> lines = Files.readAllLines(written(InputKind.OCCURRENCES, 200_000, SEED, 2));
        assertThat(lines.stream().map(line -> line.substring(0, line.indexOf('\t'))))
                .doesNotHaveDuplicates();
        assertThat(lines).anyMatch(line -> line.startsWith("the:") && !line.endsWith("\t1"));
    }

    @Test
    void moviesDifferInTheirNumberOfRatingsAndInTheirAverage() throws Exception {
        List<String> lines = Files.readAllLines(written(InputKind.MOVIES, 2_000_000, SEED, 2));
        assertThat(lines).anyMatch(line -> line.split(",", -1).length < 50);
        assertThat(lines).anyMatch(line -> line.split(",", -1).length > 1000);
        assertThat(lines).anyMatch(line -> !line.matches(".*:[45].*"));
        assertThat(lines).anyMatch(line -> !line.matches(".*:[12].*"));
    }

    @Test
    void aboutOneRecordInTenThousandHasThePattern() throws Exception {
        List<String> lines =
                Files.readAllLines(written(InputKind.PATTERN_RECORDS, 20_000_000, SEED, 2));
        assertThat(lines.stream().filter(line -> line.contains("XYZ")).count())
                .isBetween(lines.size() / 20_000L, lines.size() / 5_000L);
        assertThat(lines.stream().map(line -> line.substring(0, 10))).doesNotHaveDuplicates();
        assertThat(lines)
                .filteredOn(line -> line.matches(".*[A-Z].*"))
                .allMatch(line -> line.contains("XYZ"));
    }

    @Test
    void manySourcesAreInTwoThousandNetworks() throws Exception {
        Map<String, Integer> networks = new HashMap<>();
        List<String> lines =
                Files.readAllLines(written(InputKind.MANY_SOURCES, 5_000_000, SEED, 2));
        lines.forEach(line -> networks.merge(line.substring(0, 7), 1, Integer::sum));
        assertThat(networks).hasSize(2_000);
        assertThat(lines.stream().map(line -> line.substring(0, line.indexOf('|'))).distinct())
                .hasSizeGreaterThan(lines.size() * 9 / 10);
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
