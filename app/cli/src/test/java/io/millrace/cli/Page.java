package io.millrace.cli;

import io.millrace.testing.Checkout;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** A page of the documentation, as Markdown. */
record Page(Path file, List<String> lines, List<Fence> fences) {

    private static final Path ROOT = Checkout.root();
    private static final String FENCE = "```";
    private static final Pattern LINK =
            Pattern.compile("\\]\\(([^)\\s]+)\\)|(?:src|srcset)=\"([^\"]+)\"");
    private static final Pattern CODE = Pattern.compile("`([^`]+)`");

    /** The pages whose commands are run: the first one, and those of {@code docs}. */
    static List<Page> all() throws IOException {
        List<Page> pages = new ArrayList<>();
        pages.add(read(ROOT.resolve("README.md")));
        pages.addAll(in(ROOT.resolve("docs")));
        return pages;
    }

    /** Also those for people who change the code. */
    static List<Page> allWithLinks() throws IOException {
        List<Page> pages = new ArrayList<>(all());
        pages.add(read(ROOT.resolve("CONTRIBUTING.md")));
        pages.addAll(in(ROOT.resolve("docs/decisions")));
        pages.addAll(in(ROOT.resolve("docs/notes")));
        return pages;
    }

    private static List<Page> in(Path folder) throws IOException {
        List<Page> pages = new ArrayList<>();
        try (Stream<Path> files = Files.list(folder)) {
            for (Path file : files.filter(name -> name.toString().endsWith(".md")).toList()) {
                pages.add(read(file));
            }
        }
        return pages;
    }

    static Page read(Path file) throws IOException {
        return new Page(file, Files.readAllLines(file));
    }

    Page(Path file, List<String> lines) {
        this(file, lines, fencesIn(file, lines));
    }

    private static List<Fence> fencesIn(Path file, List<String> lines) {
        List<Fence> fences = new ArrayList<>();
        int begun = -1;
        for (int i = 0; i < lines.size(); i++) {
            if (!lines.get(i).startsWith(FENCE)) {
                continue;
            }
            if (begun < 0) {
                begun = i;
            } else {
                String info = lines.get(begun).substring(FENCE.length()).strip();
                fences.add(new Fence(begun + 1, info, lines.subList(begun + 1, i)));
                begun = -1;
            }
        }
        if (begun >= 0) {
            throw new AssertionError(file + ":" + (begun + 1) + ": the block has no end");
        }
        return fences;
    }

    /** The page's name for messages. */
    String name() {
        return file.startsWith(ROOT) ? ROOT.relativize(file).toString() : file.toString();
    }

    /** The lines that are no code. */
    List<String> prose() {
        List<String> prose = new ArrayList<>(lines);
        for (Fence fence : fences) {
            for (int i = fence.line() - 1; i < fence.lastLine(); i++) {
                prose.set(i, "");
            }
        }
        return prose;
    }

    /** What its links, pictures among them, lead to. */
    List<String> links() {
        return prose().stream()
                .map(line -> CODE.matcher(line).replaceAll(""))
                .flatMap(line -> LINK.matcher(line).results())
                .map(link -> link.group(1) == null ? link.group(2) : link.group(1))
                .toList();
    }

    /** What is set as code within sentences. */
    List<String> phrases() {
        return prose().stream()
                .flatMap(line -> CODE.matcher(line).results())
                .map((MatchResult code) -> code.group(1))
                .toList();
    }

    /** The names by which links reach its headings, as GitHub makes them. */
    List<String> anchors() {
        Map<String, Integer> seen = new HashMap<>();
        List<String> anchors = new ArrayList<>();
        for (String line : prose()) {
            if (line.matches("#{1,6} .*")) {
                String anchor =
                        line.replaceFirst("#+ +", "")
                                .toLowerCase(Locale.ROOT)
                                .replaceAll("[^\\p{L}\\p{N} _-]", "")
                                .replace(' ', '-');
                int before = seen.merge(anchor, 1, Integer::sum) - 1;
                anchors.add(before == 0 ? anchor : anchor + "-" + before);
            }
        }
        return anchors;
    }
}
