package io.millrace.apps.pagerank;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.collective.loop.LoopDirectory;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.util.List;
import java.util.stream.Stream;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The reversed links of a PageRank do not stay behind. */
class InLinksTest {

    private static final int KILLED = 9;

    @TempDir private java.nio.file.Path work;

    /** A program that reverses links, and then ends in an orderly way, or at once. */
    static final class Reverses {

        private Reverses() {}

        public static void main(String[] args) throws Exception {
            Path links = InLinks.of(conf(java.nio.file.Path.of(args[0])), new Path(args[1]));
            if (!Files.exists(java.nio.file.Path.of(links.toUri()).resolve("_SUCCESS"))) {
                throw new IllegalStateException(links + " does not have the links");
            }
            if (args[2].equals("killed")) {
                Runtime.getRuntime().halt(KILLED);
            }
            System.exit(0);
        }
    }

    private static Configuration conf(java.nio.file.Path directory) {
        Configuration conf = new Configuration();
        conf.set("hadoop.tmp.dir", directory.toString());
        conf.set("mapreduce.framework.name", "local");
        conf.set("mapreduce.cluster.local.dir", directory.resolve("local").toString());
        conf.setInt(PageRankLoop.PAGES, 3);
        return conf;
    }

    private int reverse(String end) throws Exception {
        java.nio.file.Path input = work.resolve("graph");
        Files.writeString(input, "0 1 1\n1 1 2\n2 1 0 1\n");
        java.nio.file.Path log = work.resolve("log");
        Process process =
                new ProcessBuilder(
                                java.nio.file.Path.of(
                                                System.getProperty("java.home"), "bin", "java")
                                        .toString(),
                                "-cp",
                                System.getProperty("java.class.path"),
                                Reverses.class.getName(),
                                Files.createDirectories(work.resolve("tmp")).toString(),
                                input.toString(),
                                end)
                        .redirectErrorStream(true)
                        .redirectOutput(log.toFile())
                        .start();
        int exit = process.waitFor();
        assertThat(exit).as(Files.readString(log)).isIn(0, KILLED);
        return exit;
    }

    private List<String> left() throws IOException {
        try (Stream<java.nio.file.Path> files = Files.list(work.resolve("tmp"))) {
            return files.map(java.nio.file.Path::toFile)
                    .map(File::getName)
                    .filter(name -> name.startsWith("millrace-loop-"))
                    .toList();
        }
    }

    @Test
    void theyGoWithTheProgram() throws Exception {
        assertThat(reverse("ends")).isZero();
        assertThat(left()).isEmpty();
    }

    @Test
    void thoseOfAProgramThatWasKilledGoWithTheNextLoop() throws Exception {
        assertThat(reverse("killed")).isEqualTo(KILLED);
        assertThat(left()).hasSize(1);
        try (LoopDirectory next = LoopDirectory.make(conf(work.resolve("tmp")))) {
            assertThat(left()).containsExactly(next.path().getName());
        }
        assertThat(left()).isEmpty();
    }
}
