package io.millrace.bytecode.quick;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.millrace.testing.Sampled;
import io.millrace.testing.Seeds;
import java.nio.charset.StandardCharsets;
import java.util.Locale;
import java.util.Random;
import org.apache.hadoop.io.Text;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInfo;

@Tag("jdk")
@Sampled(oneIn = 2)
class QuickTextTest {

    private final Random random;

    QuickTextTest(TestInfo test) {
        random = Seeds.random("quick text, " + test.getDisplayName());
    }

    /** Says itself what it is set to, and what it is. */
    private static final class Shouting extends Text {
        @Override
        public void set(String string) {
            super.set(string.toUpperCase(Locale.ROOT));
        }

        @Override
        public String toString() {
            return super.toString() + "!";
        }
    }

    @Test
    void itKnowsThisHadoopsText() {
        assertThat(QuickText.usable()).isTrue();
    }

    @RepeatedTest(200)
    void aStringBecomesTheSameTextAlsoWithHalvesOfSurrogatePairs() {
        String string = string();
        Text expected = new Text("what was there before");
        Text text = new Text(expected);
        expected.set(string);
        QuickText.set(text, string);
        assertThat(text.copyBytes()).as(Seeds.line()).isEqualTo(expected.copyBytes());
        assertThat(text.getTextLength()).isEqualTo(expected.getTextLength());
        assertThat(text.getBytes()).isEqualTo(expected.getBytes());
    }

    @RepeatedTest(200)
    void bytesBecomeTheSameStringAlsoIfTheyAreNoText() {
        Text text = new Text();
        text.set(bytes());
        assertThat(QuickText.toString(text)).as(Seeds.line()).isEqualTo(text.toString());
    }

    @Test
    void bytesThatSomebodyHasKeptAreLeftAlone() {
        Text text = new Text("before");
        byte[] kept = text.getBytes();
        QuickText.set(text, "behind");
        assertThat(new String(kept, 0, 6, StandardCharsets.UTF_8)).isEqualTo("before");
        assertThat(text).hasToString("behind");
    }

    @Test
    void aSubclassDoesWhatItDoes() {
        Text text = new Shouting();
        QuickText.set(text, "hey");
        assertThat(QuickText.toString(text)).isEqualTo("HEY!");
    }

    @Test
    void nothingIsAnErrorAndChangesNothing() {
        Text text = new Text("before");
        assertThatThrownBy(() -> QuickText.set(text, null))
                .isInstanceOf(NullPointerException.class);
        assertThat(text).hasToString("before");
    }

    /** Mostly plain letters, as texts are; sometimes any char at all. */
    private String string() {
        int length = random.nextInt(40);
        int ordinary = random.nextInt(4);
        StringBuilder string = new StringBuilder();
        for (int i = 0; i < length; i++) {
            string.append((char) random.nextInt(random.nextInt(4) < ordinary ? 128 : 0x10000));
        }
        return string.toString();
    }

    /** Texts, pieces of texts, and whatever else. */
    private byte[] bytes() {
        byte[] bytes = new Text(string()).copyBytes();
        for (int i = random.nextInt(3); i > 0 && bytes.length > 0; i--) {
            bytes[random.nextInt(bytes.length)] = (byte) random.nextInt(256);
        }
        return bytes;
    }
}
