package io.millrace.cli.failure;

import io.millrace.cli.process.Amounts;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.mapreduce.lib.output.FileOutputFormat;
import org.jspecify.annotations.Nullable;

/** Says where a job's output goes if a disk was full; Hadoop's local file system names no file. */
final class FullDisk {

    private static final String WITHOUT_FILE = "java.io.IOException: No space left on device";
    private static final String LOCAL = "file";

    private FullDisk() {}

    /** The disk of the output and a remedy, in one line, if the stack names no file. */
    static Optional<String> line(String stack, Configuration job) {
        Path directory = stack.contains(WITHOUT_FILE) ? parentOfOutput(job) : null;
        if (directory == null) {
            return Optional.empty();
        }
        try {
            return Optional.of(
                    "a disk was full; that of "
                            + directory
                            + ", where the output goes, has "
                            + Amounts.bytes(Files.getFileStore(directory).getUsableSpace())
                            + " free now. Free some space, or choose another output directory.");
        } catch (IOException e) {
            return Optional.empty(); // it has just been deleted
        }
    }

    /** Null if the output is not on a local disk. */
    private static @Nullable Path parentOfOutput(Configuration job) {
        String given = job.get(FileOutputFormat.OUTDIR, "");
        if (given.isEmpty()) {
            return null;
        }
        URI output = new org.apache.hadoop.fs.Path(given).toUri();
        return LOCAL.equals(output.getScheme())
                ? UnwritableDirectory.existing(Path.of(output.getPath()).getParent())
                : null;
    }
}
