package io.millrace.cli.modules;

import io.millrace.cli.modules.House.Use;
import io.millrace.testing.Checkout;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/** The page of modules and packages in the docs, made from the code. */
final class ModulesPage {

    private static final String START =
            """
            # Modules and packages

            `ModulesPageTest` makes this page from the compiled code, so it says what is and not what was meant.
            An arrow leads from a module to one that it uses; what follows from other arrows is left out.
            The modules `junit`, `bench` and `conformance` stand above these and are used by none.

            """;

    private static final Pattern COMMENT =
            Pattern.compile("/\\*\\*(.*?)\\*/\\s*@NullMarked", Pattern.DOTALL);

    private final Map<String, Set<String>> modules = new TreeMap<>();
    private final Map<String, Set<String>> users = new TreeMap<>();
    private final Exports exports = Exports.read();

    private ModulesPage() throws IOException {
        House.CLASSES.forEach(type -> {
            modules.computeIfAbsent(House.moduleOf(type.getName()), none -> new TreeSet<>());
            users.computeIfAbsent(type.getPackageName(), none -> new TreeSet<>());
        });
        for (Use use : House.uses()) {
            String from = House.moduleOf(use.from());
            String to = House.moduleOf(use.to());
            if (!from.equals(to)) {
                modules.get(from).add(to);
                users.get(use.toPackage()).add(from);
            }
        }
    }

    static String text() throws IOException {
        ModulesPage page = new ModulesPage();
        return START + page.picture() + page.tables();
    }

    private String picture() {
        StringBuilder picture = new StringBuilder("```mermaid\ngraph TD\n");
        modules.forEach((module, used) -> {
            for (String each : used) {
                if (used.stream().noneMatch(other -> reaches(other, each))) {
                    picture.append("  ").append(module).append(" --> ").append(each).append('\n');
                }
            }
        });
        return picture.append("```\n").toString();
    }

    /** Whether a module knows another one by way of others, or itself. */
    private boolean reaches(String from, String to) {
        return modules.get(from).stream().anyMatch(next -> next.equals(to) || reaches(next, to));
    }

    private String tables() throws IOException {
        StringBuilder tables = new StringBuilder();
        for (String module : modules.keySet()) {
            tables.append("\n## ").append(module).append("\n\n");
            tables.append("| package | what it is | types | used by |\n|---|---|---|---|\n");
            for (String each : users.keySet()) {
                if (House.moduleOf(each).equals(module)) {
                    tables.append(row(each));
                }
            }
        }
        return tables.toString();
    }

    private String row(String name) throws IOException {
        long types =
                House.CLASSES.stream()
                        .filter(type -> type.getPackageName().equals(name))
                        .filter(type -> type.isTopLevelClass())
                        .filter(type -> !type.getSimpleName().equals("package-info"))
                        .count();
        String who = exports.ofUsers().contains(name) ? "programs of users" : "";
        String modulesThatUse = String.join(", ", users.get(name));
        return "| `%s` | %s | %d | %s |\n"
                .formatted(
                        name.substring(House.ROOT.length()),
                        summary(name),
                        types,
                        who.isEmpty() || modulesThatUse.isEmpty()
                                ? who + modulesThatUse
                                : who + ", " + modulesThatUse);
    }

    /** The first sentence of what a package says of itself. */
    private static String summary(String name) throws IOException {
        Path file =
                Checkout.sources(House.moduleOf(name))
                        .resolve(name.replace('.', '/'))
                        .resolve("package-info.java");
        Matcher comment = COMMENT.matcher(Files.readString(file));
        if (!comment.find()) {
            throw new IllegalStateException(file + " says nothing of the package");
        }
        String text =
                Objects.requireNonNull(comment.group(1))
                        .lines()
                        .map(line -> line.strip().replaceFirst("^\\* ?", ""))
                        .collect(Collectors.joining(" "))
                        .strip()
                        .replaceAll("\\{@(?:code|link) ([^}]*)\\}", "`$1`");
        Matcher end = Pattern.compile("^(.*?\\.)( |$)").matcher(text);
        return end.find() ? Objects.requireNonNull(end.group(1)) : text;
    }
}
