package io.millrace.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.testing.Checkout;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import picocli.CommandLine;

/** What can be told of the documentation without running its commands. */
class PagesTest {

    private static final Set<String> LANGUAGES =
            Set.of("", "sh", "output", "java", "xml", "json", "text", "pig", "mermaid");

    /** Pages about other services and systems, and about what judges the product. */
    private static final Set<String> WITHOUT_TEST =
            Set.of(
                    "docs/fuzz.md",
                    "docs/hive.md",
                    "docs/ide.md",
                    "docs/macos-windows.md",
                    "docs/object-stores.md",
                    "docs/performance.md");

    private static final Pattern COMMAND =
            Pattern.compile(
                    "(?:\\./)?millrace |(?:mvn|java|javac|sudo|pip|export|tar|kinit|hadoop|wsl|for) ");

    /** The commands of other modules, which this one does not see. */
    private static final Set<String> ELSEWHERE = Set.of("bench", "conformance", "fuzz");

    @Test
    void everyLinkLeadsToAFileAndAHeadingThatAreThere() throws IOException {
        List<String> broken = new ArrayList<>();
        for (Page page : Page.allWithLinks()) {
            for (String link : page.links()) {
                if (!link.matches("(?:https?|mailto):.*") && !leadsSomewhere(page, link)) {
                    broken.add(page.name() + ": " + link);
                }
            }
        }
        assertThat(broken).isEmpty();
    }

    private static boolean leadsSomewhere(Page page, String link) throws IOException {
        int hash = link.indexOf('#');
        String path = hash < 0 ? link : link.substring(0, hash);
        Path file = path.isEmpty() ? page.file() : page.file().resolveSibling(path).normalize();
        if (!Files.exists(file)) {
            return false;
        }
        return hash < 0 || Page.read(file).anchors().contains(link.substring(hash + 1));
    }

    @Test
    void everyPageCanBeReachedFromTheMap() throws IOException {
        Page map = Page.read(Checkout.root().resolve("docs/index.md"));
        List<String> names = new ArrayList<>();
        for (Page page : Page.allWithLinks()) {
            names.add(map.file().getParent().relativize(page.file()).toString());
        }
        assertThat(map.links())
                .containsAll(names.stream().filter(name -> !name.equals("index.md")).toList());
    }

    @Test
    void everyBlockSaysWhatItIs() throws IOException {
        for (Page page : Page.all()) {
            for (Fence fence : page.fences()) {
                assertThat(LANGUAGES)
                        .as("%s:%d", page.name(), fence.line())
                        .contains(fence.info().split(" ", 2)[0]);
                assertThat(fence.info().startsWith("sh "))
                        .as("%s:%d: sh, or sh no-test: REASON", page.name(), fence.line())
                        .isEqualTo(fence.isLeftOut());
            }
        }
    }

    @Test
    void fewCommandsAreLeftOutThatNeedNothingFromOutside() throws IOException {
        int all = 0;
        int leftOut = 0;
        for (Page page : Page.all()) {
            for (Fence fence : page.fences()) {
                if (fence.isLeftOut()) {
                    assertThat(fence.reason())
                            .as("%s:%d", page.name(), fence.line())
                            .matches("\\S+ \\S+.*");
                }
                if (fence.isCommands() && !(fence.isLeftOut() && needsOutside(fence))) {
                    all++;
                    leftOut += fence.isLeftOut() ? 1 : 0;
                }
            }
        }
        assertThat(leftOut).isLessThan(all / 4);
    }

    /** A service, another system, or the network. */
    private static boolean needsOutside(Fence fence) {
        return fence.reason().matches("(?:needs|fetches) .*");
    }

    @Test
    void eachPageWithCommandsRunsSomeOrIsListed() throws IOException {
        for (Page page : Page.all()) {
            List<Fence> commands = page.fences().stream().filter(Fence::isCommands).toList();
            boolean untested = !commands.isEmpty() && commands.stream().allMatch(Fence::isLeftOut);
            assertThat(untested)
                    .as("%s runs no command", page.name())
                    .isEqualTo(WITHOUT_TEST.contains(page.name()));
        }
    }

    @Test
    void commandsAreNotPassedOffAsText() throws IOException {
        for (Page page : Page.all()) {
            for (Fence fence : page.fences()) {
                if (fence.info().equals("text")) {
                    assertThat(fence.lines())
                            .as("%s:%d", page.name(), fence.line())
                            .noneMatch(line -> COMMAND.matcher(line).lookingAt());
                }
            }
        }
    }

    @Test
    void commandsWithinSentencesHaveOptionsThatThereAre() throws IOException {
        for (Page page : Page.all()) {
            for (String phrase : page.phrases()) {
                if (phrase.startsWith("./millrace ")) {
                    assertOptionsAreThere(page, phrase);
                }
            }
        }
    }

    /** Of {@code jar} and what follows a jar, only what comes before it is ours. */
    private static void assertOptionsAreThere(Page page, String phrase) {
        List<String> words = List.of(phrase.replaceAll("[\\[\\]|]", " ").split("\\s+"));
        CommandLine command = Main.commandLine();
        for (String word : words.subList(1, words.size())) {
            if (ELSEWHERE.contains(word) || word.endsWith(".jar")) {
                return;
            }
            if (command.getSubcommands().containsKey(word)) {
                command = command.getSubcommands().get(word);
            } else if (word.startsWith("--") && !word.equals("--hadoop")) {
                assertThat(command.getUsageMessage())
                        .as("%s: %s", page.name(), phrase)
                        .contains(word.replaceFirst("=.*", ""));
            }
        }
    }
}
