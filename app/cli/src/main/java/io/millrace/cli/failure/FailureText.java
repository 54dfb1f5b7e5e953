package io.millrace.cli.failure;

import io.millrace.cli.process.Printable;
import io.millrace.hadoop.watch.JobFailure;
import io.millrace.hadoop.watch.LostAttempt;
import io.millrace.hadoop.watch.WatchedJob;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;

/** A failed job in a few lines. */
final class FailureText {

    private static final String INDENT = "    ";

    /** The beginning of an attempt's diagnostics. */
    private static final String LABEL = "Error: ";

    /** The message of an exception of ours says it all. */
    private static final Pattern OUR_EXCEPTION =
            Pattern.compile("^io\\.millrace\\.(?:engine|files|formats|hadoop)\\.[\\w.$]+: ");

    private static final int LONGEST_LINE = 1_000;

    private FailureText() {}

    /**
     * The lines for a job that failed.
     *
     * @param failed the attempts that failed
     * @param stacks where all stacks are
     */
    static List<String> of(
            WatchedJob job, JobFailure failure, List<LostAttempt> failed, String stacks) {
        List<String> lines = new ArrayList<>();
        lines.add("millrace: " + job.id() + " failed: " + line(failure.cause()));
        if (!failure.place().isEmpty()) {
            lines.add(INDENT + "in " + line(failure.place()));
        }
        failure.frames().forEach(frame -> lines.add(INDENT + "at " + line(frame.toString())));
        if (failed.size() > 1) {
            long same =
                    failed.stream()
                            .filter(attempt -> firstLine(attempt).endsWith(failure.cause()))
                            .count();
            lines.add(INDENT + failed.size() + " attempts failed" + ofThese(same, failed.size()));
        }
        Hint.on(failure.stack())
                .or(() -> FullDisk.line(failure.stack(), job.conf()))
                .ifPresent(hint -> lines.add(INDENT + hint));
        lines.add(INDENT + stacks);
        return lines;
    }

    private static String ofThese(long same, int failed) {
        if (same == failed) {
            return " with the same error";
        }
        return same == 0 ? "" : ", " + same + " with this error";
    }

    /** The lines for a job that did not fail, although attempts did. */
    static List<String> ofRetries(WatchedJob job, List<LostAttempt> failed, String stacks) {
        String first = firstLine(failed.get(0));
        return List.of(
                "millrace: "
                        + job.id()
                        + ": "
                        + failed.size()
                        + (failed.size() == 1
                                ? " attempt failed: "
                                : " attempts failed, the first: ")
                        + line(first),
                INDENT + stacks);
    }

    private static String firstLine(LostAttempt attempt) {
        String first = attempt.why().lines().findFirst().orElse("");
        return first.startsWith(LABEL) ? first.substring(LABEL.length()) : first;
    }

    private static String line(String text) {
        String printable = OUR_EXCEPTION.matcher(Printable.text(text)).replaceFirst("");
        return printable.length() <= LONGEST_LINE
                ? printable
                : printable.substring(0, LONGEST_LINE) + "...";
    }
}
