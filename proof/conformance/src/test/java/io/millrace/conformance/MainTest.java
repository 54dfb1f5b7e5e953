package io.millrace.conformance;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.PrintWriter;
import java.io.StringWriter;
import org.junit.jupiter.api.Test;
import picocli.CommandLine;

class MainTest {

    private final StringWriter errors = new StringWriter();
    private final CommandLine command = Main.commandLine().setErr(new PrintWriter(errors, true));

    @Test
    void aNameThatMatchesNoTestClassIsWrongUseAndAllNamesAreListed() {
        assertThat(command.execute("--only", "nosuch")).isEqualTo(2);
        assertThat(errors.toString())
                .startsWith("millrace: no test class matches --only nosuch; the classes are Test")
                .contains(", TestMerge, ");
    }

    @Test
    void theQuickClassesAreListedIfOnlyTheseAreToRun() {
        assertThat(command.execute("--quick", "--only", "nosuch")).isEqualTo(2);
        assertThat(errors.toString())
                .contains("no quick test class matches", "TestComparators, ")
                .doesNotContain("TestMerge,");
    }

    @Test
    void aNameThatMatchesNoProgramIsWrongUseAndAllNamesAreListed() {
        assertThat(command.execute("programs", "--only", "nosuch")).isEqualTo(2);
        assertThat(errors)
                .hasToString(
                        "millrace: no program matches --only nosuch; the programs are crunch,"
                                + " giraph, mrjob\n");
    }
}
