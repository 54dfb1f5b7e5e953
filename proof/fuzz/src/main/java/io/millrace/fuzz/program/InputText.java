package io.millrace.fuzz.program;

import io.millrace.fuzz.tape.Choices;
import java.util.ArrayList;
import java.util.List;

/** Writes the input: files of lines of words, some of them damaged. */
final class InputText {

    private static final int MOST_FILES = 4;
    private static final int MOST_LINES = 40;
    private static final int EXPECTED_LINES = 15;
    private static final int MOST_WORDS = 6;
    private static final int EXPECTED_WORDS = 3;

    private InputText() {}

    /**
     * The files, one character for each byte.
     *
     * @param ends the line ending
     * @param trigger whether one line triggers a fault
     */
    static List<String> write(Choices choices, String ends, boolean trigger) {
        List<String> files =
                new ArrayList<>(choices.some(2, MOST_FILES, () -> file(choices, ends)));
        if (trigger) {
            int at = choices.below(files.size() + 1);
            files.add(at, Words.TRIGGER + ends);
        }
        if (files.isEmpty()) {
            files.add("");
        }
        return files.stream().map(Words::bytes).toList();
    }

    private static String file(Choices choices, String ends) {
        return String.join(
                "",
                choices.some(
                        EXPECTED_LINES,
                        MOST_LINES,
                        () ->
                                line(choices)
                                        + (choices.oneIn(12)
                                                ? choices.of("\r\n", "\r", "\n\n", "\0", "")
                                                : ends)));
    }

    private static String line(Choices choices) {
        return String.join(
                choices.oneIn(8) ? choices.of("\t", ",", "  ") : " ",
                choices.some(EXPECTED_WORDS, MOST_WORDS, () -> Words.any(choices)));
    }
}
