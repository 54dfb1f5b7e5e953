package io.millrace.bench;

import io.millrace.bench.frame.WrongUseException;
import io.millrace.measure.MeasurementException;
import java.util.Arrays;
import java.util.concurrent.Callable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.ScopeType;

/** The command {@code bench}: starts the measurement that the arguments name. */
@Command(
        name = "millrace bench",
        description = {
            "Compare Millrace with its peers on workloads. Runs alternate, each in its own process."
                    + " Outputs are compared; figures and plots are printed and kept under"
                    + " bench/results.",
            "millrace bench jar APP.JAR measures your own job."
        },
        sortOptions = false,
        subcommands = {
            CombinersCommand.class,
            DecodersCommand.class,
            ExchangeCommand.class,
            FloorCommand.class,
            IterationCommand.class,
            OverlapCommand.class,
            PartsCommand.class,
            PavloCommand.class,
            ReadingCommand.class,
            ScalingCommand.class,
            ShufflesCommand.class,
            SimulateCommand.class,
            SoakCommand.class,
            WarmCommand.class
        })
public final class Main implements Callable<Integer> {

    private static final int USAGE_WIDTH = 100;
    private static final int FAILED = 1;
    private static final int WRONG_USE = 2;
    private static final int INTERRUPTED = 3;

    @SuppressWarnings("unused") // read by the parser
    @Option(
            names = {"-h", "--help"},
            usageHelp = true,
            scope = ScopeType.INHERIT,
            description = "Print this text.")
    private boolean help;

    @SuppressWarnings("NullAway.Init") // made by the parser
    @Mixin
    private Suite suite;

    private Main() {}

    @Override
    public Integer call() throws Exception {
        return suite.run();
    }

    /** Takes the arguments of the launcher, of which the first is {@code bench}. */
    public static void main(String[] arguments) {
        String[] own =
                arguments.length == 0
                        ? arguments
                        : Arrays.copyOfRange(arguments, 1, arguments.length);
        System.exit(commandLine().execute(own));
    }

    private static CommandLine commandLine() {
        return new CommandLine(new Main())
                .setCaseInsensitiveEnumValuesAllowed(true)
                .setUsageHelpWidth(USAGE_WIDTH)
                .setExecutionExceptionHandler(Main::report);
    }

    private static int report(
            Exception failure, CommandLine command, CommandLine.ParseResult parsed) {
        if (failure instanceof InterruptedException) {
            return INTERRUPTED;
        }
        if (failure instanceof MeasurementException) {
            System.err.println("millrace: " + failure.getMessage());
        } else {
            failure.printStackTrace();
        }
        return failure instanceof WrongUseException ? WRONG_USE : FAILED;
    }
}
