package io.millrace.cli.modules;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.testing.Checkout;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;

class ModulesPageTest {

    @Test
    void pageInDocsIsWhatTheCodeSays() throws Exception {
        String page = ModulesPage.text();
        Files.writeString(Path.of("target/modules.md"), page);
        assertThat(Files.readString(Checkout.root().resolve("docs/modules.md")))
                .as("write it anew with: cp app/cli/target/modules.md docs/modules.md")
                .isEqualTo(page);
    }
}
