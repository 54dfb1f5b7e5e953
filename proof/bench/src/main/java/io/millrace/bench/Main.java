package io.millrace.bench;

import io.millrace.bench.frame.WrongUseException;
import io.millrace.measure.MeasurementException;
import java.util.Arrays;
import picocli.CommandLine;

/** The command {@code bench}: starts the measurement that the arguments name. */
public final class Main {

    private static final int USAGE_WIDTH = 100;
    private static final int FAILED = 1;
    private static final int WRONG_USE = 2;
    private static final int INTERRUPTED = 3;

    private Main() {}

    /** Takes the arguments of the launcher, of which the first is {@code bench}. */
    public static void main(String[] arguments) {
        String[] own =
                arguments.length == 0
                        ? arguments
                        : Arrays.copyOfRange(arguments, 1, arguments.length);
        System.exit(commandLine().execute(own));
    }

    private static CommandLine commandLine() {
        return new CommandLine(new Suite())
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
