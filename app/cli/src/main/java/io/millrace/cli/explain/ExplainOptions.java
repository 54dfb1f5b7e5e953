package io.millrace.cli.explain;

import io.millrace.cli.jar.JarOptions;
import java.util.List;

/**
 * The options of {@code explain} up to {@code jar}; what follows is as for {@code millrace jar}.
 *
 * @param analyze whether the jobs are to run, and measured is to stand beside planned
 * @param json whether to print for programs
 * @param jar what follows; names no jar if there is none
 */
public record ExplainOptions(boolean analyze, boolean json, JarOptions jar) {

    private static final String ANALYZE = "--analyze";
    private static final String JSON = "--json";
    private static final String JAR = "jar";

    /** Takes the options off {@code arguments}, up to the first that is none of them. */
    public static ExplainOptions of(List<String> arguments) {
        boolean analyze = false;
        boolean json = false;
        int at = 0;
        for (; at < arguments.size(); at++) {
            String argument = arguments.get(at);
            if (argument.equals(ANALYZE)) {
                analyze = true;
            } else if (argument.equals(JSON)) {
                json = true;
            } else {
                break;
            }
        }
        boolean jar = at < arguments.size() && arguments.get(at).equals(JAR);
        return new ExplainOptions(
                analyze,
                json,
                JarOptions.of(jar ? arguments.subList(at + 1, arguments.size()) : List.of()));
    }
}
