package io.millrace.fuzz.run;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class WorkplaceTest {

    /** Opens a workplace in a process of its own. */
    static final class Opening {

        private Opening() {}

        public static void main(String[] arguments) throws Exception {
            Workplace.open().close();
            System.out.println("opened");
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"-XX:+OmitStackTraceInFastThrow", "-showversion"})
    void aJvmThatLeavesMessagesOutOfCompiledCodeIsRefused(String option) throws Exception {
        assertThat(opened(option))
                .doesNotContain("opened")
                .contains("start it with -XX:-OmitStackTraceInFastThrow");
    }

    @Test
    void aJvmThatKeepsMessagesIsNotRefused() throws Exception {
        assertThat(opened("-XX:-OmitStackTraceInFastThrow")).contains("opened");
    }

    private static String opened(String option) throws Exception {
        String java = Path.of(System.getProperty("java.home"), "bin", "java").toString();
        Process process =
                new ProcessBuilder(
                                List.of(
                                        java,
                                        option,
                                        "-cp",
                                        System.getProperty("java.class.path"),
                                        Opening.class.getName()))
                        .redirectErrorStream(true)
                        .start();
        return new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    }
}
