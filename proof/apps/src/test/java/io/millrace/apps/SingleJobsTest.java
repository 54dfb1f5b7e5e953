package io.millrace.apps;

import static java.util.stream.Collectors.counting;
import static java.util.stream.Collectors.groupingBy;
import static java.util.stream.Collectors.joining;
import static java.util.stream.Collectors.mapping;
import static java.util.stream.Collectors.summingDouble;
import static java.util.stream.Collectors.toCollection;
import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.apps.index.InvertedIndex;
import io.millrace.apps.join.SelfJoin;
import io.millrace.apps.pavlo.RevenueBySource;
import io.millrace.apps.testing.BothFrameworks;
import io.millrace.apps.words.BigramCount;
import io.millrace.workloads.input.InputKind;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What each program writes, against the same worked out in memory. */
class SingleJobsTest {

    @TempDir Path folder;

    @Test
    void bigramsAreCounted() throws Exception {
        BothFrameworks frameworks = new BothFrameworks(folder, InputKind.TEXT, 200_000);
        Map<String, Long> expected =
                frameworks.input().stream()
                        .flatMap(SingleJobsTest::bigrams)
                        .collect(groupingBy(bigram -> bigram, TreeMap::new, counting()));
        assertThat(sorted(frameworks.both(new BigramCount()).lines("part")))
                .isEqualTo(lines(expected));
    }

    private static Stream<String> bigrams(String line) {
        String[] words = line.split(" ", -1);
        return IntStream.range(1, words.length).mapToObj(i -> words[i - 1] + " " + words[i]);
    }

    @Test
    void documentsAreListedByWordWithTheirCounts() throws Exception {
        BothFrameworks frameworks = new BothFrameworks(folder, InputKind.DOCUMENTS, 200_000);
        Map<String, Map<String, Long>> postings = new TreeMap<>();
        for (String line : frameworks.input()) {
            String[] document = line.split("[\t ]", -1);
            Stream.of(document)
                    .skip(1)
                    .forEach(word ->
                            postings.computeIfAbsent(word, w -> new TreeMap<>())
                                    .merge(document[0], 1L, Long::sum));
        }
        Map<String, String> expected = new TreeMap<>();
        postings.forEach((word, counts) -> {
            expected.put(
                    word,
                    counts.entrySet().stream()
                            .map(count -> count.getKey() + ":" + count.getValue())
                            .collect(joining(" ")));
        });
        assertThat(sorted(frameworks.both(new InvertedIndex()).lines("part")))
                .isEqualTo(lines(expected));
    }

    @Test
    void listsThatBeginAlikeAreJoined() throws Exception {
        BothFrameworks frameworks = new BothFrameworks(folder, InputKind.CANDIDATES, 100_000);
        Map<String, TreeSet<String>> lasts =
                frameworks.input().stream()
                        .collect(
                                groupingBy(
                                        line -> line.substring(0, line.lastIndexOf(' ')),
                                        mapping(
                                                line -> line.substring(line.lastIndexOf(' ') + 1),
                                                toCollection(TreeSet::new))));
        Map<String, String> expected = new TreeMap<>();
        lasts.forEach((beginning, list) -> expected.put(beginning, String.join(" ", list)));
        assertThat(sorted(frameworks.both(new SelfJoin()).lines("part")))
                .isEqualTo(lines(expected));
    }

    @Test
    void revenueIsSummedBySource() throws Exception {
        BothFrameworks frameworks = new BothFrameworks(folder, InputKind.USER_VISITS, 300_000);
        Map<String, Double> expected =
                frameworks.input().stream()
                        .map(line -> line.split("\\|", -1))
                        .collect(
                                groupingBy(
                                        fields -> fields[0],
                                        TreeMap::new,
                                        summingDouble(fields -> Double.parseDouble(fields[3]))));
        assertThat(sorted(frameworks.both(new RevenueBySource()).lines("part")))
                .isEqualTo(lines(expected));
    }

    private static List<String> sorted(List<String> lines) {
        return lines.stream().sorted().toList();
    }

    private static List<String> lines(Map<String, ?> expected) {
        return expected.entrySet().stream()
                .map(entry -> entry.getKey() + "\t" + entry.getValue())
                .sorted()
                .toList();
    }
}
