package io.millrace.apps.job;

import java.io.IOException;
import java.util.Optional;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileAlreadyExistsException;
import org.apache.hadoop.fs.Path;

/** The arguments of an iterative program: {@code [-iterations N] INPUT OUTPUT}. */
record IterationArguments(int iterations, Path input, Path output) {

    static final String USAGE = "[-iterations N] INPUT OUTPUT";

    /** The arguments; empty if they are invalid. */
    static Optional<IterationArguments> of(String[] arguments, int defaultIterations) {
        boolean named =
                arguments.length == 4
                        && arguments[0].equals("-iterations")
                        && arguments[1].matches("[1-9][0-9]{0,8}");
        if (!named && arguments.length != 2) {
            return Optional.empty();
        }
        return Optional.of(
                new IterationArguments(
                        named ? Integer.parseInt(arguments[1]) : defaultIterations,
                        new Path(arguments[arguments.length - 2]),
                        new Path(arguments[arguments.length - 1])));
    }

    /** Rejects an existing output directory. */
    void requireNewOutput(Configuration conf) throws IOException {
        if (output.getFileSystem(conf).exists(output)) {
            throw new FileAlreadyExistsException("Output directory " + output + " already exists");
        }
    }
}
