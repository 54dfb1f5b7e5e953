package io.millrace.hadoop.config;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.millrace.bytecode.rewrite.Rewrite;
import io.millrace.bytecode.rewrite.Rewrites;
import io.millrace.engine.config.BadSettingException;
import io.millrace.testing.Checkout;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.EnumSet;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.apache.hadoop.conf.Configuration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class RewriteTest {

    private final Configuration conf = new Configuration(false);

    @Test
    void allAreOnUnlessSomebodySaysOtherwise() {
        assertThat(Rewrites.in(conf::get).on()).containsExactly(Rewrite.values());
        assertThat(Rewrites.in(conf::get).choice().value()).isEqualTo("all");
    }

    @ParameterizedTest
    @EnumSource
    void eachHasASwitchOfItsOwn(Rewrite rewrite) {
        conf.setBoolean(rewrite.key().name(), false);
        HadoopKeys.check(conf);
        assertThat(Rewrites.in(conf::get).on())
                .isEqualTo(EnumSet.complementOf(EnumSet.of(rewrite)));
        assertThat(Rewrites.in(conf::get).obstacle(rewrite)).isEqualTo(rewrite.key() + " is false");
        assertThat(Rewrites.in(conf::get).choice().value())
                .isEqualTo("without " + rewrite.key().name().replace("millrace.rewrite.", ""));
    }

    @Test
    void withoutFastPathsOnlyCallsThatConcernTheProcessAreReplaced() {
        conf.setBoolean(Rewrite.FAST_PATHS.name(), false);
        assertThat(Rewrites.in(conf::get).on()).containsExactly(Rewrite.EXIT, Rewrite.STATE);
        assertThat(Rewrites.in(conf::get).choice().value()).isEqualTo("exit, state only");
        conf.setBoolean(Rewrite.EXIT.key().name(), false);
        conf.setBoolean(Rewrite.STATE.key().name(), false);
        assertThat(Rewrites.in(conf::get).on()).isEmpty();
        assertThat(Rewrites.in(conf::get).choice().value()).isEqualTo("none");
    }

    @Test
    void aValueThatIsNotAllowedIsAnErrorAndSoIsANameThatNobodyKnows() {
        conf.set(Rewrite.TEXT_SET.key().name(), "no");
        assertThatThrownBy(() -> HadoopKeys.check(conf))
                .isInstanceOf(BadSettingException.class)
                .hasMessage("millrace.rewrite.text.set is no; allowed: true, false");
        conf.clear();
        conf.set("millrace.rewrite.text.sets", "false");
        assertThatThrownBy(() -> HadoopKeys.check(conf))
                .isInstanceOf(BadSettingException.class)
                .hasMessageContaining("unknown key millrace.rewrite.text.sets")
                .hasMessageContaining("millrace.rewrite.text.set");
    }

    @Test
    void thePageOnCompatibilityListsAllOfThem() throws IOException {
        List<String> rows =
                Files.readAllLines(Checkout.root().resolve("docs/compatibility.md")).stream()
                        .filter(line -> line.startsWith("| `millrace.rewrite."))
                        .toList();
        assertThat(rows)
                .containsExactly(
                        Stream.of(Rewrite.values()).map(RewriteTest::row).toArray(String[]::new));
    }

    @Test
    void theSwitchOfAllIsReadInOnePlace() throws IOException {
        Set<String> reading = new HashSet<>();
        try (Stream<Path> files = Files.walk(Checkout.root())) {
            for (Path file :
                    files.filter(each -> each.toString().matches(".*/src/main/.*\\.java"))
                            .toList()) {
                if (Files.readString(file).matches("(?s).*FAST_PATHS\\s*\\.in\\(.*")) {
                    reading.add(file.getFileName().toString());
                }
            }
        }
        assertThat(reading).containsExactly("Rewrites.java");
    }

    @Test
    void theTestOfEachIsThere() throws IOException {
        Set<String> tests = new HashSet<>();
        for (String module : List.of("bytecode", "formats", "hadoop")) {
            try (Stream<Path> files =
                    Files.walk(Checkout.module(module).resolve("src/test/java"))) {
                files.map(file -> file.getFileName().toString()).forEach(tests::add);
            }
        }
        assertThat(tests)
                .containsAll(
                        Stream.of(Rewrite.values()).map(each -> each.test() + ".java").toList());
    }

    private static String row(Rewrite rewrite) {
        return "| `%s` | %s | %s | `%s` |"
                .formatted(
                        rewrite.key(),
                        rewrite.replaced(),
                        rewrite.isFastPath() ? "yes" : "no",
                        rewrite.test());
    }
}
