package io.millrace.cli.process;

import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.FilterOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;

/**
 * Standard output of a command, in UTF-8. A {@link PrintStream} forgets why it could not write; a
 * command whose output is lost has failed, and says why. Thread-safe.
 */
public final class Output {

    /** How the system says that the reader of a pipe has seen enough. */
    private static final String READER_ENDED = "Broken pipe";

    private final Recorder recorder = new Recorder();
    private final PrintStream stream = new PrintStream(recorder, false, StandardCharsets.UTF_8);

    private Output() {}

    /** Replaces {@link System#out}. */
    public static Output install() {
        Output output = new Output();
        System.setOut(output.stream);
        return output;
    }

    /**
     * Flushes, and tells a person if anything could not be written.
     *
     * @return the exit code of a command that has ended with {@code exitCode}
     */
    public int exitCode(int exitCode) {
        stream.flush();
        IOException failure = recorder.failure;
        if (failure == null) {
            return exitCode;
        }
        String why = String.valueOf(failure.getMessage());
        if (!why.equals(READER_ENDED)) {
            System.err.println("millrace: cannot write to standard output: " + why);
        }
        return exitCode == ExitCode.SUCCESS ? ExitCode.JOB_FAILED : exitCode;
    }

    private static final class Recorder extends FilterOutputStream {

        private volatile @Nullable IOException failure;

        Recorder() {
            super(new FileOutputStream(FileDescriptor.out));
        }

        @Override
        public void write(byte[] bytes, int offset, int length) throws IOException {
            try {
                out.write(bytes, offset, length);
            } catch (IOException e) {
                failure = e;
                throw e;
            }
        }
    }
}
