package io.millrace.engine.plan;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;

import io.millrace.engine.config.Key;
import io.millrace.engine.config.Settings;
import io.millrace.engine.config.UnknownKeys;
import java.lang.reflect.Modifier;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class EngineKeysTest {

    static List<Key<?>> keys() {
        return EngineKeys.ALL;
    }

    @ParameterizedTest
    @MethodSource("keys")
    void everyKeyHasOurPrefixASentenceAndWhatIsAllowed(Key<?> key) {
        assertThat(key.name()).startsWith(UnknownKeys.PREFIX);
        assertThat(key.description()).matches("[A-Z].*\\.");
        assertThat(key.allowed()).isNotBlank();
    }

    @ParameterizedTest
    @MethodSource("keys")
    void everyDefaultPassesItsOwnCheck(Key<?> key) {
        assertThatCode(() -> key.in(Settings.DEFAULTS)).doesNotThrowAnyException();
        assertThatCode(() -> key.in(Map.of(key.name(), key.defaultText())::get))
                .doesNotThrowAnyException();
    }

    @Test
    void theListHasEveryKeyOnce() throws IllegalAccessException {
        List<Object> declared = new ArrayList<>();
        for (var field : EngineKeys.class.getDeclaredFields()) {
            if (field.getType() == Key.class && Modifier.isPublic(field.getModifiers())) {
                declared.add(field.get(null));
            }
        }
        assertThat(EngineKeys.ALL)
                .containsExactlyInAnyOrderElementsOf(
                        declared.stream().map(key -> (Key<?>) key).toList());
        assertThat(EngineKeys.ALL.stream().map(Key::name)).doesNotHaveDuplicates();
    }
}
