package io.millrace.fuzz;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.testing.Launched;
import io.millrace.testing.Launched.Launcher;
import io.millrace.testing.Sampled;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Random programs from the command line. */
@Sampled(oneIn = 2)
class FuzzIT {

    @TempDir Path folder;

    @Test
    void programsAreRunAndCompared() throws Exception {
        assertThat(run(0, "--programs", "8")).contains("8 programs, ", ": no differences");
    }

    @Test
    void oneProgramIsRunAgainInAllItsModes() throws Exception {
        assertThat(run(0, "--replay", "1048576")).contains("1 program, ", ": no differences");
    }

    @Test
    void modesAreListedAndAnUnknownOneIsRefused() throws Exception {
        assertThat(run(0, "--mode", "list")).contains("default", "without text.set", "push");
        assertThat(run(2, "--mode", "none"))
                .contains("there is no mode none; ./millrace fuzz --mode list prints them");
    }

    /** What the command prints to both streams. */
    private String run(int exitCode, Object... arguments) throws Exception {
        List<Object> words = new ArrayList<>(List.of("fuzz"));
        words.addAll(List.of(arguments));
        Launched run = new Launcher(folder).run(words.toArray()).endedWith(exitCode);
        return run.out() + run.err();
    }
}
