package io.millrace.formats.meter;

/**
 * Notified by a reader or writer around its calls of the file system, so that only these are
 * measured.
 */
public interface FileMeter {

    /** Called before a call. */
    void begin();

    /** Called after a successful call. */
    void end();

    /** Measures nothing. */
    static FileMeter none() {
        return Nothing.INSTANCE;
    }

    /** Measures nothing. */
    final class Nothing implements FileMeter {

        private static final FileMeter INSTANCE = new Nothing();

        private Nothing() {}

        @Override
        public void begin() {}

        @Override
        public void end() {}
    }
}
