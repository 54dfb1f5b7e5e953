package io.millrace.hadoop.config;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.millrace.bytecode.rewrite.Rewrite;
import io.millrace.engine.config.BadSettingException;
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
        assertThat(Rewrite.in(conf::get)).containsExactly(Rewrite.values());
        assertThat(Rewrite.choice(conf::get).value()).isEqualTo("all");
    }

    @ParameterizedTest
    @EnumSource
    void eachHasASwitchOfItsOwn(Rewrite rewrite) {
        conf.setBoolean(rewrite.key().name(), false);
        HadoopKeys.check(conf);
        assertThat(Rewrite.in(conf::get)).isEqualTo(EnumSet.complementOf(EnumSet.of(rewrite)));
        assertThat(rewrite.obstacle(conf::get)).isEqualTo(rewrite.key() + " is false");
        assertThat(Rewrite.choice(conf::get).value())
                .isEqualTo("without " + rewrite.key().name().replace("millrace.rewrite.", ""));
    }

    @Test
    void withoutFastPathsOnlyTheExitCallsAreReplaced() {
        conf.setBoolean(Rewrite.FAST_PATHS.name(), false);
        assertThat(Rewrite.in(conf::get)).containsExactly(Rewrite.EXIT);
        assertThat(Rewrite.choice(conf::get).value()).isEqualTo("exit only");
        conf.setBoolean(Rewrite.EXIT.key().name(), false);
        assertThat(Rewrite.in(conf::get)).isEmpty();
        assertThat(Rewrite.choice(conf::get).value()).isEqualTo("none");
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
                Files.readAllLines(Path.of("../docs/compatibility.md")).stream()
                        .filter(line -> line.startsWith("| `millrace.rewrite."))
                        .toList();
        assertThat(rows)
                .containsExactly(
                        Stream.of(Rewrite.values()).map(RewriteTest::row).toArray(String[]::new));
    }

    @Test
    void theTestOfEachIsThere() throws IOException {
        Set<String> tests = new HashSet<>();
        for (String module : List.of("bytecode", "formats", "hadoop")) {
            try (Stream<Path> files = Files.walk(Path.of("..", module, "src/test/java"))) {
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
