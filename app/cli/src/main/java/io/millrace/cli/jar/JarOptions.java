package io.millrace.cli.jar;

import java.util.List;
import java.util.Optional;

/**
 * The options of ours before the jar: what follows it is the job's own.
 *
 * @param report directory for reports; empty for none
 * @param page whether a page is to show the jobs while they run
 * @param history whether jobs are to be kept in the user's history
 * @param progress whether a terminal is to show the progress of jobs
 * @param workers number of processes that are to run the tasks of a job; empty for the default
 * @param on where jobs are to run: {@link #CLUSTER}, {@link #GANG}, or empty for Millrace here
 * @param quiet whether only warnings and failures are to be printed, beside the job's own output
 * @param rest the arguments from the jar on
 */
public record JarOptions(
        String report,
        boolean page,
        boolean history,
        boolean progress,
        String workers,
        String on,
        boolean quiet,
        List<String> rest) {

    /** On the configured cluster, with plug-ins. */
    public static final String CLUSTER = "cluster";

    /** On the configured cluster, in a gang. */
    public static final String GANG = "gang";

    private static final String REPORT = "--report";
    private static final String REPORT_IN = "--report=";
    private static final String NO_HISTORY = "--no-history";
    private static final String PAGE = "--ui";
    private static final String NO_PROGRESS = "--no-progress";
    private static final String WORKERS = "--workers";
    private static final String ON = "--on";
    private static final List<String> QUIET = List.of("-q", "--quiet");
    private static final List<String> HELP = List.of("-h", "--help");
    private static final String REPORT_DEFAULT = "millrace-report";

    /** Takes the options off {@code arguments}, up to the first that is none of them. */
    public static JarOptions of(List<String> arguments) {
        String report = "";
        boolean page = false;
        boolean history = true;
        boolean progress = true;
        String workers = "";
        String on = "";
        boolean quiet = false;
        int at = 0;
        for (; at < arguments.size(); at++) {
            String argument = arguments.get(at);
            if (argument.equals(REPORT)) {
                report = REPORT_DEFAULT;
            } else if (argument.startsWith(REPORT_IN)) {
                report = argument.substring(REPORT_IN.length());
            } else if (argument.equals(PAGE)) {
                page = true;
            } else if (argument.equals(NO_HISTORY)) {
                history = false;
            } else if (argument.equals(NO_PROGRESS)) {
                progress = false;
            } else if (argument.startsWith(WORKERS + "=")) {
                workers = argument.substring(WORKERS.length() + 1);
            } else if (argument.equals(WORKERS)) {
                workers = following(arguments, at);
                at++;
            } else if (argument.startsWith(ON + "=")
                    && isPlace(argument.substring(ON.length() + 1))) {
                on = argument.substring(ON.length() + 1);
            } else if (argument.equals(ON) && isPlace(following(arguments, at))) {
                on = following(arguments, at);
                at++;
            } else if (QUIET.contains(argument)) {
                quiet = true;
            } else {
                break;
            }
        }
        return new JarOptions(
                report,
                page,
                history,
                progress,
                workers,
                on,
                quiet,
                arguments.subList(Math.min(at, arguments.size()), arguments.size()));
    }

    private static boolean isPlace(String name) {
        return name.equals(CLUSTER) || name.equals(GANG);
    }

    private static String following(List<String> arguments, int at) {
        return at + 1 < arguments.size() ? arguments.get(at + 1) : "";
    }

    /** Whether a jar follows, and not an option that nobody knows, or nothing. */
    public boolean namesJar() {
        return !rest.isEmpty() && !rest.get(0).startsWith("-");
    }

    /** The first option that is not one of these, before any jar. */
    public Optional<String> unknownOption() {
        return rest.stream()
                .limit(1)
                .filter(option -> option.startsWith("-") && !HELP.contains(option))
                .findFirst();
    }
}
