package io.millrace.conformance;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;

/** The notes of a test class's JVM, one in each line: a word, the method, the exception. */
final class TestNotes {

    static final String BEGUN = "begun";
    static final String PASSED = "passed";
    static final String SKIPPED = "skipped";
    static final String FAILED = "failed";

    private TestNotes() {}

    /** The result of a method. */
    record Result(String how, String detail) {}

    /**
     * The result of each method. A method that began and did not end has failed; so has a class in
     * which no method began.
     */
    static Map<String, Result> read(Path notes, String exit) throws IOException {
        Map<String, Result> results = new LinkedHashMap<>();
        if (Files.exists(notes)) {
            for (String line : Files.readAllLines(notes)) {
                String[] words = line.split("\t", 3);
                boolean begun = words[0].equals(BEGUN);
                results.put(
                        words[1],
                        begun ? new Result(FAILED, exit) : new Result(words[0], words[2]));
            }
        }
        if (results.isEmpty()) {
            results.put("(class)", new Result(FAILED, exit));
        }
        return results;
    }
}
