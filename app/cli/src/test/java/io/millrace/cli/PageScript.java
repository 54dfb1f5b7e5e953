package io.millrace.cli;

import static org.assertj.core.api.Assertions.fail;

import io.millrace.testing.Launched;
import io.millrace.testing.Launched.Launcher;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * The commands of a page as one script, as if a reader had pasted one block after the other into
 * one shell. The script has each line where the page has it, so that the shell's line numbers are
 * the page's.
 */
final class PageScript {

    private static final int SHOWN_LINES = 60;

    private final Page page;
    private final Path notes;

    /**
     * A page's script.
     *
     * @param notes an empty directory for what is printed
     */
    PageScript(Page page, Path notes) {
        this.page = page;
        this.notes = notes;
    }

    /**
     * Runs the commands and compares what is printed.
     *
     * @param launcher starts a shell in the directory that the page is about
     */
    void run(Launcher launcher) throws IOException, InterruptedException {
        Path script = Files.writeString(notes.resolve("script"), text());
        Launched shell = launcher.run(script);
        if (shell.exitCode() != 0) {
            fail(failure(shell));
        }
        for (Fence fence : page.fences()) {
            if (fence.isOutput()) {
                compare(fence);
            }
        }
    }

    private String text() {
        List<String> script = new ArrayList<>(page.lines().stream().map(line -> "").toList());
        script.set(
                0, "set -eE -o pipefail; trap 'echo $LINENO >" + notes.resolve("failed") + "' ERR");
        for (Fence fence : page.fences()) {
            if (fence.isCommands() && !fence.isLeftOut()) {
                script.set(fence.line() - 1, "exec >" + printed(fence) + " 2>&1");
                for (int i = 0; i < fence.lines().size(); i++) {
                    script.set(fence.line() + i, fence.lines().get(i));
                }
            }
        }
        return String.join("\n", script) + "\n";
    }

    private Path printed(Fence fence) {
        return notes.resolve("printed-" + fence.line());
    }

    private String failure(Launched shell) throws IOException {
        Path failed = notes.resolve("failed");
        String what = "the shell failed";
        if (Files.exists(failed)) {
            int line = Integer.parseInt(Files.readString(failed).strip());
            what = line + ": " + page.lines().get(line - 1);
        }
        String said = shell.err();
        for (Fence fence : page.fences()) {
            if (Files.exists(printed(fence))) {
                said = Files.readString(printed(fence));
            }
        }
        return "%s:%s%nended with %d and printed:%n%s"
                .formatted(page.name(), what, shell.exitCode(), lastLines(said));
    }

    private static String lastLines(String text) {
        List<String> lines = text.lines().toList();
        return String.join(
                "\n", lines.subList(Math.max(0, lines.size() - SHOWN_LINES), lines.size()));
    }

    private void compare(Fence output) throws IOException {
        Fence commands =
                page.fences().stream()
                        .filter(fence -> fence.isCommands() && !fence.isLeftOut())
                        .filter(fence -> fence.lastLine() < output.line())
                        .reduce((first, second) -> second)
                        .orElseThrow(() ->
                                new AssertionError(
                                        page.name()
                                                + ":"
                                                + output.line()
                                                + ": no commands before"));
        String said = Files.readString(printed(commands));
        List<String> left = said.lines().collect(Collectors.toCollection(ArrayList::new));
        for (int i = 0; i < output.lines().size(); i++) {
            String wanted = output.lines().get(i);
            int found = wanted.equals("...") ? -1 : first(left, wanted);
            if (found < 0 && !wanted.equals("...")) {
                fail(
                        "%s:%d: '%s' is not printed, or not in this order, by the commands at line %d, which printed:%n%s",
                        page.name(),
                        output.line() + i + 1,
                        wanted,
                        commands.line(),
                        lastLines(said));
            }
            left.subList(0, found + 1).clear();
        }
    }

    /** The first line that is as wanted; {@code ...} within it stands for anything. */
    private static int first(List<String> lines, String wanted) {
        Pattern pattern =
                Pattern.compile(
                        Stream.of(wanted.strip().split("\\.\\.\\.", -1))
                                .map(part -> Pattern.quote(part).replace(" ", "\\E\\s+\\Q"))
                                .collect(Collectors.joining(".*")));
        for (int i = 0; i < lines.size(); i++) {
            if (pattern.matcher(lines.get(i).strip()).matches()) {
                return i;
            }
        }
        return -1;
    }
}
