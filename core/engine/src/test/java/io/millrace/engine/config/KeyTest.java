package io.millrace.engine.config;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class KeyTest {

    private enum Color {
        RED,
        DARK_BLUE
    }

    private static final Key<Integer> COUNT =
            Key.integer("millrace.test.count", 3, 1, 9, "A count.");
    private static final Key<Integer> THREADS =
            Key.integerOrAuto("millrace.test.threads", 1, 9, "Threads.");
    private static final Key<Long> SIZE =
            Key.bytes("millrace.test.size", 4096, 1024, 65536, "A size.");
    private static final Key<Long> MEMORY =
            Key.bytesOrAuto("millrace.test.memory", 1024, "Memory.");
    private static final Key<Color> COLOR = Key.oneOf("millrace.test.color", Color.RED, "A color.");
    private static final Key<Boolean> FLAG = Key.flag("millrace.test.flag", true, "A flag.");
    private static final Key<String> TEXT = Key.text("millrace.test.text", "any", "A text.");

    private static Settings set(Key<?> key, String value) {
        return Map.of(key.name(), value)::get;
    }

    @Test
    void anUnsetKeyHasItsDefault() {
        assertThat(COUNT.in(Settings.DEFAULTS)).isEqualTo(3);
        assertThat(THREADS.in(Settings.DEFAULTS)).isZero();
        assertThat(SIZE.in(Settings.DEFAULTS)).isEqualTo(4096);
        assertThat(MEMORY.in(Settings.DEFAULTS)).isZero();
        assertThat(COLOR.in(Settings.DEFAULTS)).isEqualTo(Color.RED);
        assertThat(FLAG.in(Settings.DEFAULTS)).isTrue();
        assertThat(TEXT.in(Settings.DEFAULTS)).isEmpty();
    }

    @Test
    void aBlankValueIsAsUnset() {
        assertThat(COUNT.in(set(COUNT, "  "))).isEqualTo(3);
        assertThat(COUNT.isSetIn(set(COUNT, "  "))).isFalse();
    }

    @Test
    void aSetValueWinsOverTheDefault() {
        assertThat(COUNT.in(set(COUNT, " 9 "))).isEqualTo(9);
        assertThat(THREADS.in(set(THREADS, "2"))).isEqualTo(2);
        assertThat(SIZE.in(set(SIZE, "64 KB"))).isEqualTo(65536);
        assertThat(MEMORY.in(set(MEMORY, "1m"))).isEqualTo(1024 * 1024);
        assertThat(COLOR.in(set(COLOR, "dark-blue"))).isEqualTo(Color.DARK_BLUE);
        assertThat(FLAG.in(set(FLAG, "false"))).isFalse();
        assertThat(TEXT.in(set(TEXT, "a,b"))).isEqualTo("a,b");
        assertThat(COUNT.isSetIn(set(COUNT, "9"))).isTrue();
    }

    @ParameterizedTest
    @ValueSource(strings = {"0", "10", "-1", "x", "1.5", "99999999999", "auto"})
    void aNumberOutOfBoundsIsRefusedWithWhatIsAllowed(String value) {
        assertThatThrownBy(() -> COUNT.in(set(COUNT, value)))
                .isInstanceOf(BadSettingException.class)
                .hasMessage("millrace.test.count is " + value + "; allowed: 1 to 9");
    }

    @ParameterizedTest
    @ValueSource(strings = {"1023", "65537", "-4096", "64 KX", "k", "9999999999g"})
    void aSizeOutOfBoundsIsRefusedWithWhatIsAllowed(String value) {
        assertThatThrownBy(() -> SIZE.in(set(SIZE, value)))
                .isInstanceOf(BadSettingException.class)
                .hasMessage("millrace.test.size is " + value + "; allowed: 1 KB to 64 KB");
    }

    @Test
    void aWordThatIsNoConstantIsRefusedWithAllConstants() {
        assertThatThrownBy(() -> COLOR.in(set(COLOR, "DARK_BLUE")))
                .hasMessage("millrace.test.color is DARK_BLUE; allowed: red, dark-blue");
    }

    @Test
    void aFlagIsTrueOrFalse() {
        assertThatThrownBy(() -> FLAG.in(set(FLAG, "yes")))
                .hasMessage("millrace.test.flag is yes; allowed: true, false");
    }
}
