package io.millrace.cli.doctor;

import io.millrace.cli.process.Amounts;
import io.millrace.engine.plan.EngineKeys;
import io.millrace.files.local.TrustedPath;
import io.millrace.files.local.UntrustedPathException;
import io.millrace.hadoop.config.HadoopKeys;
import io.millrace.hadoop.staging.JobDirectories;
import java.io.IOException;
import java.nio.file.FileStore;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.mapreduce.MRConfig;
import org.apache.hadoop.util.StringUtils;

/** The directories for what does not fit memory, and for what jobs leave there while they run. */
final class DirectoryCheck implements Check {

    private static final long LITTLE_SPACE = 10L << 30;

    private final Configuration conf;

    DirectoryCheck(Configuration conf) {
        this.conf = conf;
    }

    @Override
    public List<Finding> look() throws IOException {
        Map<Path, String> directories = new LinkedHashMap<>();
        for (String local : StringUtils.getTrimmedStrings(conf.get(MRConfig.LOCAL_DIR))) {
            directories.put(JobDirectories.localPath(local), MRConfig.LOCAL_DIR);
        }
        String spill = EngineKeys.SPILL_DIRECTORIES.in(HadoopKeys.settings(conf));
        for (String directory : StringUtils.getTrimmedStrings(spill)) {
            directories.put(
                    JobDirectories.localPath(directory), EngineKeys.SPILL_DIRECTORIES.name());
        }
        directories.putIfAbsent(
                Path.of(System.getProperty("java.io.tmpdir")), "java.io.tmpdir of the JVM");
        List<Finding> findings = new ArrayList<>();
        for (Map.Entry<Path, String> directory : directories.entrySet()) {
            findings.add(look(directory.getKey(), directory.getValue()));
        }
        return findings;
    }

    private static Finding look(Path directory, String setBy) throws IOException {
        Path there = existing(directory.toAbsolutePath());
        if (!Files.isDirectory(there) || !Files.isWritable(there)) {
            return Finding.problem(
                    "%s (%s) cannot be written: %s".formatted(directory, setBy, there),
                    "let this user write there, or name another directory");
        }
        try {
            TrustedPath.of(there);
        } catch (UntrustedPathException e) {
            return Finding.warning(
                    "%s (%s): %s".formatted(directory, setBy, e.getMessage()),
                    "name a directory that only this user can write; until then jobs use a private"
                            + " one elsewhere");
        }
        FileStore store = Files.getFileStore(there);
        long space = store.getUsableSpace();
        String what =
                "%s (%s) has %s free on %s"
                        .formatted(directory, setBy, Amounts.bytes(space), store.type());
        if (store.type().equals("tmpfs")) {
            return Finding.warning(
                    what, "that is memory, not disk: set " + setBy + " to a directory on a disk");
        }
        return space < LITTLE_SPACE
                ? Finding.warning(
                        what,
                        "enough for small jobs; jobs larger than memory need about the size of"
                                + " their map output")
                : Finding.ok(what);
    }

    /** The nearest of a directory and those above it that exists; a root does. */
    private static Path existing(Path directory) {
        return Files.exists(directory)
                ? directory
                : existing(Objects.requireNonNull(directory.getParent()));
    }
}
