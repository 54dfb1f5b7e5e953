package io.millrace.bench.frame;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import picocli.CommandLine;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** What a page says about how to repeat its measurement. */
class BenchCommandTest {

    /** Only its words matter. */
    @SuppressWarnings("UnusedVariable") // read by the parser
    @Command(name = "millrace bench some")
    private static final class Some extends StudyCommand {

        @Parameters(arity = "0..*")
        private List<String> names = List.of();

        @Option(names = "--only")
        private String only = "";

        @Option(names = "--fast")
        private boolean fast;

        @ArgGroup(exclusive = false)
        private @Nullable OnCluster cluster;

        @Mixin private final Options.Runs runs = new Options.Runs(3);

        @Override
        public Integer call() {
            return 0;
        }
    }

    /** Options that hold together. */
    @SuppressWarnings("UnusedVariable") // read by the parser
    private static final class OnCluster {

        @Option(names = "--cluster", required = true)
        private boolean cluster;

        @Option(names = "--rates", split = ",")
        private List<Integer> rates = List.of(50);
    }

    private static String repeated(String... arguments) {
        Some some = new Some();
        new CommandLine(some).parseArgs(arguments);
        return some.repetition();
    }

    @Test
    void aCommandIsRepeatedWithItsDefaults() {
        assertThat(repeated()).isEqualTo("./millrace bench some --runs 3");
        assertThat(repeated("a", "--fast", "--only", "x|y", "--results", "there", "b"))
                .isEqualTo("./millrace bench some a b --only 'x|y' --fast --runs 3");
    }

    @Test
    void optionsOfAGroupAreRepeatedOnlyIfItIsThere() {
        assertThat(repeated("--cluster", "--rates", "25,50"))
                .contains(" --cluster --rates 25,50")
                .contains(" --runs 3");
        assertThat(repeated("--cluster")).contains(" --cluster --rates 50");
    }
}
