package io.millrace.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.millrace.testing.Launched.Launcher;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What the test of the pages finds, and what it lets pass. */
class PageScriptTest {

    @TempDir Path folder;

    @Test
    void blocksRunInOrderInOneShell() throws Exception {
        run(
                "# Page",
                "```sh",
                "export ONE=1",
                "echo $ONE >file",
                "```",
                "```sh no-test: would fail",
                "false",
                "```",
                "```sh",
                "cat <<END file -",
                "two $ONE",
                "END",
                "```",
                "```output",
                "1",
                "t... 1",
                "```");
        assertThat(folder.resolve("file")).hasContent("1");
    }

    @Test
    void aCommandThatFailsIsNamedWithItsLineAndWhatItPrinted() {
        assertThatThrownBy(() ->
                        run(
                                "# Page",
                                "Text.",
                                "```sh",
                                "echo before",
                                "ls nothing-there | cat",
                                "```"))
                .hasMessageContainingAll("page.md:5: ls nothing-there", "before", "No such file");
    }

    @Test
    void outputThatIsNotPrintedInThisOrderIsNamedWithItsLine() {
        assertThatThrownBy(() ->
                        run(
                                "# Page",
                                "```sh",
                                "echo a; echo b",
                                "```",
                                "```output",
                                "b",
                                "a",
                                "```"))
                .hasMessageContainingAll("page.md:7: 'a' is not printed", "line 2");
        assertThatThrownBy(() ->
                        run("# Page", "```sh", "echo longer", "```", "```output", "long", "```"))
                .hasMessageContaining("page.md:6: 'long' is not printed");
    }

    private void run(String... lines) throws Exception {
        Path notes = Files.createTempDirectory(folder, "notes");
        new PageScript(new Page(Path.of("page.md"), List.of(lines)), notes)
                .run(new Launcher(folder, Path.of("/bin/bash")));
    }
}
