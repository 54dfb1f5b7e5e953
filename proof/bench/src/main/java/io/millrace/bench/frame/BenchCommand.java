package io.millrace.bench.frame;

import io.millrace.measure.Surroundings;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.stream.Collectors;
import picocli.CommandLine.Model.ArgSpec;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.Spec;

/** A command that measures something. */
public abstract class BenchCommand implements Callable<Integer> {

    private static final List<String> NOT_OF_THE_MEASUREMENT =
            List.of("--help", "--results", "--csv");

    @SuppressWarnings("NullAway.Init") // set by the parser
    @Spec
    private CommandSpec spec;

    /** The directory of the Millrace that runs this. */
    protected static Path home() {
        return Path.of(System.getProperty("millrace-home"));
    }

    /** By what the launcher's log4j.properties leaves open, before anything is logged. */
    protected static void quietenJobs() {
        System.setProperty("millrace-log-job", "WARN");
    }

    /**
     * Prints the page of a command that keeps no results, and what it depends on below it.
     *
     * @param circumstances what else matters, such as the number of runs
     * @return the exit code of a command that has succeeded
     */
    protected static int print(String page, String... circumstances)
            throws IOException, InterruptedException {
        System.out.print(page);
        System.out.println();
        List<String> all = new ArrayList<>(List.of(circumstances));
        all.add(Surroundings.ofThisMachine(home()).sentence());
        System.out.println(String.join("; ", all));
        return 0;
    }

    /** The command that repeats this one, with the defaults that hold here. */
    protected final String repetition() {
        List<String> words = new ArrayList<>(List.of("./" + spec.qualifiedName()));
        spec.positionalParameters().forEach(each -> words.addAll(each.stringValues()));
        for (OptionSpec option : spec.options()) {
            String value = value(option);
            if (!value.isEmpty() && !NOT_OF_THE_MEASUREMENT.contains(option.longestName())) {
                words.add(
                        value.equals("true")
                                ? option.longestName()
                                : option.longestName() + " " + value);
            }
        }
        return String.join(" ", words);
    }

    /** The words of an option; empty if it has none. */
    private static String value(ArgSpec option) {
        Object value = option.stringValues().isEmpty() ? option.getValue() : option.stringValues();
        String text =
                value instanceof Collection<?> several
                        ? several.stream().map(String::valueOf).collect(Collectors.joining(","))
                        : value == null || value.equals(false) ? "" : String.valueOf(value);
        return text.matches("[\\w.,:=/@%+-]*") ? text : "'" + text + "'";
    }
}
