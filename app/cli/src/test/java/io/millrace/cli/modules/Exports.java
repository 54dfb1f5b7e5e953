package io.millrace.cli.modules;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;

/**
 * Which packages others may use, as {@code exports.txt} says.
 *
 * @param ofUsers are for programs of users
 * @param all are for other modules of Millrace, too
 */
record Exports(Set<String> ofUsers, Set<String> all) {

    static Exports read() {
        Set<String> users = new TreeSet<>();
        Set<String> all = new TreeSet<>();
        try (InputStream file = Exports.class.getResourceAsStream("exports.txt")) {
            String text =
                    new String(Objects.requireNonNull(file).readAllBytes(), StandardCharsets.UTF_8);
            text.lines()
                    .filter(line -> !line.isBlank() && !line.startsWith("#"))
                    .map(line -> line.split(" +"))
                    .forEach(words -> {
                        all.add(House.ROOT + words[0]);
                        if (words.length > 1 && words[1].equals("users")) {
                            users.add(House.ROOT + words[0]);
                        }
                    });
        } catch (IOException e) {
            throw new IllegalStateException("exports.txt cannot be read", e);
        }
        return new Exports(users, all);
    }
}
