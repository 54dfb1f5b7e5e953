package io.millrace.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.cli.Launched.Launcher;
import java.nio.file.Path;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Random programs from the command line. */
@Tag("long")
class FuzzIT {

    @TempDir Path folder;

    @Test
    void programsAreRunAndCompared() throws Exception {
        Launched run = new Launcher(folder).run("fuzz", "--programs", "8").succeeded();

        assertThat(run.out()).contains("8 programs, ", ": no differences");
    }

    @Test
    void oneProgramIsRunAgainInAllItsModes() throws Exception {
        Launched run = new Launcher(folder).run("fuzz", "--replay", "1048576").succeeded();

        assertThat(run.out()).contains("1 program, ", ": no differences");
    }

    @Test
    void modesAreListedAndAnUnknownOneIsRefused() throws Exception {
        Launcher launcher = new Launcher(folder);

        assertThat(launcher.run("fuzz", "--mode", "list").succeeded().out())
                .contains("default", "without text.set", "push");
        assertThat(launcher.run("fuzz", "--mode", "none").failedWith(2).err())
                .contains("there is no mode none; ./millrace fuzz --mode list prints them");
    }
}
