package io.millrace.verify;

/** No library on the class path reads a format. The message says how to add one. */
final class NoReaderException extends Exception {

    private static final long serialVersionUID = 1;

    NoReaderException(FileFormat format, LinkageError missing) {
        super(
                "no reader of "
                        + format.title().replaceFirst("^an? ", "")
                        + "s is on the job's class path ("
                        + missing
                        + "); add one with --packages "
                        + format.library()
                        + ":VERSION",
                missing);
    }
}
