package io.millrace.cli.process;

import java.nio.charset.Charset;

/** The encoding of the JVM's standard streams. */
public final class StreamCharset {

    private StreamCharset() {}

    /** That of standard output. */
    public static Charset ofOutput() {
        return of("stdout.encoding");
    }

    /** That of standard error. */
    public static Charset ofError() {
        return of("stderr.encoding");
    }

    /** JVMs before 19 do not have the property and use the default. */
    private static Charset of(String property) {
        String name = System.getProperty(property);
        return name == null ? Charset.defaultCharset() : Charset.forName(name);
    }
}
