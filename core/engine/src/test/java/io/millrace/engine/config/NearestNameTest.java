package io.millrace.engine.config;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class NearestNameTest {

    private static final List<String> KNOWN = List.of("millrace", "yarn", "local");

    @ParameterizedTest
    @CsvSource({
        "millraces, millrace",
        "Millrace, millrace",
        "milrace, millrace",
        "YARN, yarn",
        "yran, ''",
        "locale, local",
        "yarn-tez, ''",
        "classic, ''",
        "spark, ''"
    })
    void onlyANameThatIsAlikeIsTakenForAMisspeltOne(String name, String meant) {
        assertThat(NearestName.misspelt(name, KNOWN).orElse("")).isEqualTo(meant);
    }

    @Test
    void theNearestNameIsFoundHoweverFarItIs() {
        assertThat(NearestName.of("tez", KNOWN)).contains("yarn");
        assertThat(NearestName.of("tez", List.of())).isEmpty();
    }
}
