package io.millrace.cli.demo;

import java.io.BufferedReader;
import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.PriorityQueue;

/** The most frequent words in the output of WordCount: files of word, tab, count. */
final class TopWords {

    /** A word and how often it was found. */
    record WordCount(String word, long count) {}

    private static final Comparator<WordCount> RARER_FIRST =
            Comparator.comparingLong(WordCount::count)
                    .thenComparing(WordCount::word, Comparator.reverseOrder());

    private TopWords() {}

    /** The {@code limit} most frequent words, the most frequent first. */
    static List<WordCount> in(Path output, int limit) throws IOException {
        PriorityQueue<WordCount> top = new PriorityQueue<>(limit + 1, RARER_FIRST);
        try (DirectoryStream<Path> parts = Files.newDirectoryStream(output, "part-*")) {
            for (Path part : parts) {
                keepMostFrequent(part, top, limit);
            }
        }
        return top.stream().sorted(RARER_FIRST.reversed()).toList();
    }

    private static void keepMostFrequent(Path part, PriorityQueue<WordCount> top, int limit)
            throws IOException {
        try (BufferedReader lines = Files.newBufferedReader(part)) {
            for (String line = lines.readLine(); line != null; line = lines.readLine()) {
                int tab = line.lastIndexOf('\t');
                top.add(
                        new WordCount(
                                line.substring(0, tab), Long.parseLong(line.substring(tab + 1))));
                if (top.size() > limit) {
                    top.remove();
                }
            }
        }
    }
}
