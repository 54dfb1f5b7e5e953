package io.millrace.workers.fork;

import java.util.ArrayList;
import java.util.List;

/**
 * Splits options as a shell does: at white space, but not within quotes, which are removed. Used by
 * one thread at a time.
 */
final class OptionWords {

    private final List<String> words = new ArrayList<>();
    private final StringBuilder word = new StringBuilder();
    private boolean begun;
    private char quote;

    private OptionWords() {}

    static List<String> of(String text) {
        OptionWords split = new OptionWords();
        text.chars().forEach(character -> split.next((char) character));
        split.endWord();
        return split.words;
    }

    private void next(char character) {
        if (quote != 0) {
            if (character == quote) {
                quote = 0;
            } else {
                word.append(character);
            }
        } else if (character == '"' || character == '\'') {
            quote = character;
            begun = true;
        } else if (Character.isWhitespace(character)) {
            endWord();
        } else {
            word.append(character);
            begun = true;
        }
    }

    private void endWord() {
        if (begun) {
            words.add(word.toString());
        }
        word.setLength(0);
        begun = false;
    }
}
