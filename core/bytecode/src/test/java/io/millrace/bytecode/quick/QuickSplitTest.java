package io.millrace.bytecode.quick;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.testing.Seeds;
import java.util.Random;
import java.util.regex.Pattern;
import org.apache.hadoop.io.Text;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInfo;

/** Beside the JDK's split of the same string. */
@Tag("jdk")
class QuickSplitTest {

    private static final int STRINGS = 200;

    private static final String SEPARATORS = "|,\t;\u0001 ~\u007f-a";

    /** Also the neighbours of separators in ASCII, and bytes whose bits differ in one place. */
    private static final String ASCII = "bc{}|+\b\n:<\0\u0002!}/.`?";

    private static final String OTHERS = "\u0080éÿüĀ中\ud83d\ude00\ud800\udc00\udfff";

    private final Random random;

    QuickSplitTest(TestInfo test) {
        random = Seeds.random("quick split, " + test.getDisplayName());
    }

    @RepeatedTest(100)
    void aStringHasTheSameElements() {
        for (int i = 0; i < STRINGS; i++) {
            char separator = separator();
            requireSame(string(separator), separator);
        }
    }

    @RepeatedTest(100)
    void aTextHasTheElementsOfItsString() {
        Text text = new Text();
        for (int i = 0; i < STRINGS; i++) {
            char separator = separator();
            byte[] bytes = string(separator).getBytes(UTF_8);
            if (random.nextInt(10) == 0 && bytes.length > 0) {
                bytes[random.nextInt(bytes.length)] = (byte) random.nextInt();
            }
            text.set(bytes, 0, bytes.length); // leaves bytes of earlier, longer texts behind it
            requireSame(text, separator);
        }
    }

    @Test
    void aStringWithoutSeparatorIsItsOwnElement() {
        String string = "a".repeat(20);
        assertThat(QuickSplit.split(string, ",", 0, ',', 1)[0]).isSameAs(string);
    }

    @Test
    void otherElementsAreNotCreated() {
        String[] elements = {"a", null, "c", null};
        assertThat(QuickSplit.split("a,b,c,d", ",", 0, ',', 0b101)).isEqualTo(elements);
        assertThat(QuickSplit.split(new Text("a,b,c,d"), ",", 0, ',', 0b101)).isEqualTo(elements);
    }

    @Test
    void aSubclassOfTextSaysWhatItsStringIs() {
        Text shouting = new Shouting();
        shouting.set("a,b");
        assertThat(QuickSplit.split(shouting, ",", 0, ',', 0b11)).containsExactly("a", "b!");
    }

    private static final class Shouting extends Text {

        @Override
        public String toString() {
            return super.toString() + "!";
        }
    }

    private void requireSame(Object string, char separator) {
        String regex = Pattern.quote(String.valueOf(separator));
        int limit = random.nextInt(3) == 0 ? random.nextInt(9) - 2 : 0;
        long read = random.nextLong() >>> random.nextInt(Long.SIZE);
        String[] expected = string.toString().split(regex, limit);
        String[] actual =
                string instanceof Text text
                        ? QuickSplit.split(text, regex, limit, separator, read)
                        : QuickSplit.split((String) string, regex, limit, separator, read);
        String description =
                "<%s> at <%s>, limit %d, %s".formatted(string, separator, limit, Seeds.line());
        assertThat(actual).as(description).hasSameSizeAs(expected);
        for (int i = 0; i < Math.min(Long.SIZE, expected.length); i++) {
            if (((read >>> i) & 1) != 0) {
                assertThat(actual[i]).as("%d of %s", i, description).isEqualTo(expected[i]);
            }
        }
    }

    private char separator() {
        return SEPARATORS.charAt(random.nextInt(SEPARATORS.length()));
    }

    /** Mostly of ASCII; elements of any length, and often empty ones, also at the end. */
    private String string(char separator) {
        StringBuilder string = new StringBuilder();
        int longest = 1 << random.nextInt(6);
        for (int elements = random.nextInt(random.nextInt(8) == 0 ? 90 : 10);
                elements > 0;
                elements--) {
            for (int length = random.nextInt(longest); length > 0; length--) {
                string.append(ASCII.charAt(random.nextInt(ASCII.length())));
            }
            string.append(String.valueOf(separator).repeat(random.nextInt(3)));
        }
        if (random.nextInt(4) == 0) {
            string.insert(
                    random.nextInt(string.length() + 1),
                    OTHERS.charAt(random.nextInt(OTHERS.length())));
        }
        return string.toString();
    }
}
