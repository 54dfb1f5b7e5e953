package io.millrace.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.testing.Checkout;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Searches pages, and the Javadoc and strings of main sources, for the patterns of {@link
 * VoiceRule}. The section on voice in {@code CONTRIBUTING.md} has the rules.
 */
class VoiceTest {

    /** Pages that are generated from sources, which are searched themselves. */
    private static final Set<String> GENERATED = Set.of("docs/configuration.md", "docs/modules.md");

    private static final List<Prose> TEXTS = new ArrayList<>();

    @BeforeAll
    static void read() throws IOException {
        for (Page page : Page.allWithLinks()) {
            if (!GENERATED.contains(page.name())) {
                TEXTS.add(Prose.ofPage(page));
            }
        }
        Path root = Checkout.root();
        try (Stream<Path> files = Files.walk(root)) {
            for (Path file : files.filter(VoiceTest::isSource).toList()) {
                String name = root.relativize(file).toString();
                TEXTS.add(Prose.ofSource(name, Files.readString(file)));
            }
        }
    }

    private static boolean isSource(Path file) {
        String name = file.toString();
        return name.contains("/src/main/") && name.endsWith(".java") && !name.contains("/target/");
    }

    static List<VoiceRule> rules() throws IOException {
        return VoiceRule.all();
    }

    @ParameterizedTest
    @MethodSource("rules")
    void theRuleFindsItsExample(VoiceRule rule) {
        assertThat(rule.found()).containsPattern(rule.pattern());
        assertThat(rule.better()).doesNotContainPattern(rule.pattern());
    }

    @ParameterizedTest
    @MethodSource("rules")
    void noTextBreaksTheRule(VoiceRule rule) {
        List<String> found =
                TEXTS.stream().flatMap(text -> text.find(rule.pattern()).stream()).toList();
        assertThat(found).as(rule.toString()).isEmpty();
    }
}
