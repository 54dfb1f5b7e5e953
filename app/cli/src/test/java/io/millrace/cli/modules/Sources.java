package io.millrace.cli.modules;

import io.millrace.cli.modules.House.Use;
import io.millrace.testing.Checkout;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * Who uses whom in the modules that are not on the class path here, as they stand above or beside
 * {@code cli}: read from their sources, which are there whatever was built.
 */
final class Sources {

    private static final List<String> MODULES =
            List.of("junit", "bench", "conformance", "daemons", "fuzz", "testing");

    private static final String NAME = "(io\\.millrace(?:\\.[a-z]\\w*)+\\.[A-Z]\\w*)";
    private static final Pattern IMPORT = Pattern.compile("(?m)^import (?:static )?" + NAME);
    private static final Pattern CONSTANT = Pattern.compile("\"" + NAME + "\"");

    private Sources() {}

    /** Every use of a class of ours in another package. */
    static Set<Use> uses() throws IOException {
        Set<Use> uses = new TreeSet<>();
        for (String module : MODULES) {
            Path root = Checkout.sources(module);
            try (Stream<Path> files = Files.walk(root)) {
                for (Path file : files.filter(each -> each.toString().endsWith(".java")).toList()) {
                    String name = root.relativize(file).toString();
                    String from = name.substring(0, name.length() - 5).replace('/', '.');
                    String text = Files.readString(file);
                    add(IMPORT.matcher(text), from, false, uses);
                    add(CONSTANT.matcher(text), from, true, uses);
                }
            }
        }
        return uses;
    }

    private static void add(Matcher names, String from, boolean byName, Set<Use> uses) {
        names.results().forEach(found -> uses.add(new Use(from, found.group(1), byName)));
    }

    /** Whether one of these modules has that class. */
    static boolean have(String type) {
        String module = House.moduleOf(type);
        return MODULES.contains(module)
                && Files.exists(Checkout.sources(module).resolve(type.replace('.', '/') + ".java"));
    }
}
