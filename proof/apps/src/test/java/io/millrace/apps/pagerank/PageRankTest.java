package io.millrace.apps.pagerank;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.millrace.apps.testing.BothFrameworks;
import io.millrace.testing.Sampled;
import io.millrace.verify.OutputTree;
import io.millrace.workloads.input.InputKind;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import java.util.stream.DoubleStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@Sampled(oneIn = 2)
class PageRankTest {

    private static final double CLOSE = 1e-9;

    @TempDir Path folder;

    private BothFrameworks frameworks;

    @BeforeEach
    void writeGraph() throws Exception {
        frameworks = new BothFrameworks(folder, InputKind.WEB_GRAPH, 100_000);
    }

    @Test
    void iterationsGiveTheRanksOfThePowerIteration() throws Exception {
        OutputTree local = frameworks.local(new PageRank(), "-iterations", "3");
        OutputTree millrace = frameworks.millrace(new PageRank(), "-iterations", "3");
        double[] ranks = new double[frameworks.input().size()];
        java.util.Arrays.fill(ranks, 1);
        for (int i = 1; i <= 3; i++) {
            ranks = nextRanks(ranks);
            for (OutputTree output : new OutputTree[] {local, millrace}) {
                Map<Integer, String> lines = pages(output, i);
                assertThat(lines).hasSize(ranks.length);
                for (int page = 0; page < ranks.length; page++) {
                    assertThat(Double.parseDouble(lines.get(page).split("\t", -1)[1]))
                            .as("page %d after iteration %d", page, i)
                            .isCloseTo(ranks[page], within(CLOSE * ranks[page]));
                }
            }
            assertThat(DoubleStream.of(ranks).sum()).isCloseTo(ranks.length, within(1e-6));
        }
    }

    @Test
    void linksStayAsTheyWere() throws Exception {
        Map<Integer, String> pages =
                pages(frameworks.millrace(new PageRank(), "-iterations", "2"), 2);
        for (String line : frameworks.input()) {
            String[] fields = line.split("\t", -1);
            assertThat(pages.get(Integer.valueOf(fields[0]))).endsWith("\t" + fields[2]);
        }
    }

    @Test
    void aPageWithoutLinksKeepsItsRankSoThatNoneIsLost() throws Exception {
        Files.writeString(
                Path.of(frameworks.inputPath().toUri()), "1\t1.0\t2 2 3\n2\t1.0\t\n3\t1.0\t1\n");
        Map<Integer, String> pages = pages(frameworks.both(new PageRank(), "-iterations", "1"), 1);
        assertThat(rank(pages.get(1))).isCloseTo(0.15 + 0.85, within(CLOSE));
        assertThat(rank(pages.get(2))).isCloseTo(0.15 + 0.85 * (2 / 3.0 + 1), within(CLOSE));
        assertThat(rank(pages.get(3))).isCloseTo(0.15 + 0.85 / 3, within(CLOSE));
    }

    private double[] nextRanks(double[] ranks) throws Exception {
        double[] received = new double[ranks.length];
        for (String line : frameworks.input()) {
            String[] fields = line.split("\t", -1);
            String[] links = fields[2].split(" ", -1);
            for (String link : links) {
                received[Integer.parseInt(link)] +=
                        ranks[Integer.parseInt(fields[0])] / links.length;
            }
        }
        return DoubleStream.of(received).map(sum -> 0.15 + 0.85 * sum).toArray();
    }

    private static double rank(String line) {
        return Double.parseDouble(line.split("\t", -1)[1]);
    }

    private static Map<Integer, String> pages(OutputTree output, int iteration) throws Exception {
        Map<Integer, String> pages = new HashMap<>();
        for (String line : output.lines("iteration-0" + iteration + "/part")) {
            pages.put(Integer.valueOf(line.substring(0, line.indexOf('\t'))), line);
        }
        return pages;
    }
}
