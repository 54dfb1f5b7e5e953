package io.millrace.bytecode.rewrite;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("jdk")
class SplitPatternsTest {

    /** Characters with a meaning in patterns, and some without. */
    private static final String ALPHABET = "\\[]^-&|.,tdQE a?*{}()$#_é\n";

    private static final int LONGEST = 4;

    @Test
    void usualSeparatorsAreKnown() {
        for (String regex : List.of("|", "\\|", "[|]", "[\\|]")) {
            assertThat(SplitPatterns.separator(regex))
                    .as(regex)
                    .isEqualTo(regex.equals("|") ? SplitPatterns.NONE : '|');
        }
        assertThat(SplitPatterns.separator(",")).isEqualTo(',');
        assertThat(SplitPatterns.separator("\t")).isEqualTo('\t');
        assertThat(SplitPatterns.separator("\\t")).isEqualTo('\t');
        assertThat(SplitPatterns.separator("\u0001")).isEqualTo('\u0001');
        assertThat(SplitPatterns.separator("[.]")).isEqualTo('.');
    }

    @Test
    void aPatternWithASeparatorIsValidAndMatchesNothingElse() {
        for (String regex : patterns()) {
            int separator = SplitPatterns.separator(regex);
            if (separator != SplitPatterns.NONE) {
                requireOnly((char) separator, regex);
            }
        }
    }

    private static void requireOnly(char separator, String regex) {
        Pattern pattern = Pattern.compile(regex);
        for (char each = 0; each < 0x200; each++) {
            assertThat(pattern.matcher(String.valueOf(each)).matches())
                    .as("%s matches %s", regex, (int) each)
                    .isEqualTo(each == separator);
        }
        assertThat(pattern.matcher("").find()).as(regex).isFalse();
        String twice = "x" + separator + separator;
        assertThat(twice.split(regex, -1)).as(regex).containsExactly("x", "", "");
    }

    /** All patterns of these characters, valid or not. */
    private static List<String> patterns() {
        List<String> all = new ArrayList<>(List.of(""));
        int first = 0;
        for (int length = 1; length <= LONGEST; length++) {
            int end = all.size();
            for (; first < end; first++) {
                for (int i = 0; i < ALPHABET.length(); i++) {
                    all.add(all.get(first) + ALPHABET.charAt(i));
                }
            }
        }
        return all;
    }
}
