package io.millrace.hadoop.isolation;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/** Reads what tasks of a test have found. */
final class OutputKeys {

    private OutputKeys() {}

    /** The keys of the text files of a job, in no order. */
    static List<String> in(Path output) throws IOException {
        List<String> all = new ArrayList<>();
        try (Stream<Path> files = Files.list(output)) {
            for (Path file : files.toList()) {
                if (file.getFileName().toString().startsWith("part-")) {
                    Files.readAllLines(file).forEach(line -> all.add(line.replaceAll("\\t.*", "")));
                }
            }
        }
        return all;
    }
}
