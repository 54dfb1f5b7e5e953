package io.millrace.ui.config;

import io.millrace.engine.config.Key;
import io.millrace.formats.config.KeySource;
import java.util.List;

/** The keys of reports, the history and the live page. */
public final class UiKeys implements KeySource {

    private static final int MAX_JOBS = 100_000;
    private static final int MAX_PORT = 65_535;
    private static final long MIN_HISTORY = 1L << 20;
    private static final long DEFAULT_HISTORY = 256L << 20;
    private static final long MAX_HISTORY = 1L << 40;

    public static final Key<String> REPORT_DIRECTORY =
            Key.text(
                    "millrace.report.dir",
                    "a directory",
                    "Local directory that gets report.json and report.html of each job, in a directory named after the job's id, and an index of all reports in the directory; unset, there are no reports.");

    public static final Key<String> HISTORY_DIRECTORY =
            Key.text(
                    "millrace.history.dir",
                    "a directory",
                    "Local directory that keeps the report of each job for ./millrace history; ./millrace jar sets it to a directory of the user; unset, no reports are kept.");

    public static final Key<Integer> HISTORY_JOBS =
            Key.integer(
                    "millrace.history.max.jobs",
                    1000,
                    1,
                    MAX_JOBS,
                    "Number of jobs that a history keeps; older jobs are deleted.");

    public static final Key<Long> HISTORY_SIZE =
            Key.bytes(
                    "millrace.history.max.size",
                    DEFAULT_HISTORY,
                    MIN_HISTORY,
                    MAX_HISTORY,
                    "Size of a history on disk; older jobs are deleted.");

    public static final Key<Integer> PORT =
            Key.integerOrOff(
                    "millrace.ui.port",
                    0,
                    MAX_PORT,
                    "Port of the loopback interface for the live page, which shows the jobs of the process that set this key, during and after their run; 0: any free port. The log has the page's address with its token.");

    public static final Key<String> TOKEN_FILE =
            Key.text(
                    "millrace.ui.token.file",
                    "a file",
                    "Local file that gets the token of the live page, readable only by its owner, for a Prometheus server that reads the page's metrics; unset, there is none.");

    private static final List<Key<?>> ALL =
            List.of(
                    REPORT_DIRECTORY,
                    HISTORY_DIRECTORY,
                    HISTORY_JOBS,
                    HISTORY_SIZE,
                    PORT,
                    TOKEN_FILE);

    @Override
    public List<Key<?>> keys() {
        return ALL;
    }

    @Override
    public List<Key<?>> keysWithoutEffect() {
        return ALL;
    }
}
