package io.millrace.workers.fork;

import java.util.Map;

/** Exit codes of processes in words. */
final class JvmEnd {

    private static final int SIGNAL_BASE = 128;

    private static final Map<Integer, String> SIGNALS =
            Map.of(
                    1, "SIGHUP",
                    2, "SIGINT",
                    4, "SIGILL",
                    6, "SIGABRT: a crash in native code",
                    7, "SIGBUS: a crash in native code",
                    8, "SIGFPE",
                    9, "SIGKILL: killed by a user, or by the system because memory ran out",
                    11, "SIGSEGV: a crash in native code",
                    15, "SIGTERM");

    private JvmEnd() {}

    /** {@code exit code 3}, {@code exit code 137 (signal 9, SIGKILL...)}. */
    static String describe(int exitCode) {
        int signal = exitCode - SIGNAL_BASE;
        String name = SIGNALS.get(signal);
        return "exit code "
                + exitCode
                + (name == null ? "" : " (signal " + signal + ", " + name + ")");
    }
}
