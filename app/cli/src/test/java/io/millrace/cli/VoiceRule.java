package io.millrace.cli;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Pattern;

/**
 * A turn of phrase that readers have to read twice.
 *
 * @param found an example that the pattern finds
 * @param better what to write instead, or why
 */
record VoiceRule(Pattern pattern, String found, String better) {

    static final Path FILE = Path.of("src/test/resources/io/millrace/cli/voice.txt");

    /** The rules of the file, one on each line: {@code pattern :: found :: better}. */
    static List<VoiceRule> all() throws IOException {
        return Files.readAllLines(FILE).stream()
                .filter(line -> !line.isBlank() && !line.startsWith("#"))
                .map(VoiceRule::parse)
                .toList();
    }

    private static VoiceRule parse(String line) {
        String[] parts = line.split(" :: ", -1);
        if (parts.length != 3) {
            throw new AssertionError(FILE + ": not three parts: " + line);
        }
        return new VoiceRule(
                Pattern.compile(parts[0].strip(), Pattern.MULTILINE), parts[1], parts[2]);
    }

    /** Its name in the list of tests. */
    @Override
    public String toString() {
        return "\"" + found + "\": " + better;
    }
}
