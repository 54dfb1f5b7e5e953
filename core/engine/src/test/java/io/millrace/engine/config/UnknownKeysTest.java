package io.millrace.engine.config;

import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import org.junit.jupiter.api.Test;

class UnknownKeysTest {

    private static final List<Key<?>> KNOWN =
            List.of(
                    Key.flag("millrace.sort.threads", true, "A."),
                    Key.flag("millrace.shuffle.kind", true, "B."));

    @Test
    void aMisspeltKeyIsRefusedWithTheNearestKnownOne() {
        assertThatThrownBy(() -> UnknownKeys.refuse(List.of("millrace.sort.thread"), KNOWN))
                .isInstanceOf(BadSettingException.class)
                .hasMessageContaining("unknown key millrace.sort.thread")
                .hasMessageContaining("millrace.sort.threads");
    }

    @Test
    void knownKeysAndKeysOfOthersPass() {
        assertThatCode(() ->
                        UnknownKeys.refuse(
                                List.of("millrace.shuffle.kind", "mapreduce.job.name"), KNOWN))
                .doesNotThrowAnyException();
    }
}
