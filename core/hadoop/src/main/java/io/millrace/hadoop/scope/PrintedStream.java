package io.millrace.hadoop.scope;

import io.millrace.hadoop.scope.AttemptPrints.Stream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.charset.Charset;

/**
 * The process's {@code System.out} or {@code System.err}, which also copies the output of attempts'
 * threads to the attempt's own files. Replaces the original stream for good, because user code may
 * keep it.
 */
public final class PrintedStream extends PrintStream {

    private PrintedStream(PrintStream before, Stream stream) {
        super(new Tee(before, stream), true, Charset.defaultCharset());
    }

    /** Replaces the process's streams, unless already done. */
    public static synchronized void install() {
        if (!(System.out instanceof PrintedStream)) {
            System.setOut(new PrintedStream(System.out, Stream.OUT));
        }
        if (!(System.err instanceof PrintedStream)) {
            System.setErr(new PrintedStream(System.err, Stream.ERR));
        }
    }

    private static final class Tee extends OutputStream {

        private final PrintStream before;
        private final Stream stream;

        Tee(PrintStream before, Stream stream) {
            this.before = before;
            this.stream = stream;
        }

        @Override
        public void write(int value) throws IOException {
            write(new byte[] {(byte) value}, 0, 1);
        }

        @Override
        public void write(byte[] bytes, int offset, int length) {
            before.write(bytes, offset, length);
            AttemptPrints prints = AttemptPrints.current();
            if (prints != null) {
                prints.add(stream, bytes, offset, length);
            }
        }

        @Override
        public void flush() {
            before.flush();
        }
    }
}
