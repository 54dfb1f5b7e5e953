package io.millrace.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.testing.Checkout;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** The page of rules names tests; a name that nothing has shows nothing. */
class CompatibilityPageTest {

    private static final Pattern TEST = Pattern.compile("`(\\w+(?:Test|IT))(?:\\.(\\w+))?`");

    @Test
    void everyTestThatThePageNamesIsThere() throws IOException {
        Map<String, String> sources = new HashMap<>();
        try (Stream<Path> files = Files.walk(Checkout.root())) {
            for (Path file : files.filter(CompatibilityPageTest::isTest).toList()) {
                sources.put(
                        file.getFileName().toString().replace(".java", ""), Files.readString(file));
            }
        }
        List<String> missing = new ArrayList<>();
        Matcher named =
                TEST.matcher(Files.readString(Checkout.root().resolve("docs/compatibility.md")));
        while (named.find()) {
            String source = sources.getOrDefault(named.group(1), "");
            String method = named.group(2);
            if (source.isEmpty() || (method != null && !source.contains("void " + method + "("))) {
                missing.add(named.group());
            }
        }
        assertThat(missing).isEmpty();
    }

    private static boolean isTest(Path file) {
        return file.toString().contains("/src/test/java/")
                && file.toString().matches(".*(Test|IT)\\.java");
    }
}
