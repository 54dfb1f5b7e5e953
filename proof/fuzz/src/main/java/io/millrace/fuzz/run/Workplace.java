package io.millrace.fuzz.run;

import io.millrace.files.direct.DirectLocalFileSystem;
import io.millrace.files.direct.DirectLocalFs;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.Lock;
import java.util.concurrent.locks.ReadWriteLock;
import java.util.concurrent.locks.ReentrantReadWriteLock;
import java.util.stream.Stream;
import org.apache.hadoop.mapred.JobConf;

/** A directory for the files of many runs, and the base configuration of all runs. */
public final class Workplace implements AutoCloseable {

    private static final String SOON = "2";

    private final Path root;
    private final JobConf base;
    private final AtomicInteger next = new AtomicInteger();

    /**
     * Hadoop's local runner shares the state of the process with whatever runs beside it.
     * Millrace's jobs put back what they found, which must not be what a local one has changed.
     */
    private final ReadWriteLock processState = new ReentrantReadWriteLock(true);

    private Workplace(Path root) {
        this.root = root;
        this.base = base(root);
    }

    /** A new workplace in the process's directory for temporary files. */
    public static Workplace open() throws IOException {
        JvmMessages.require();
        Failures.listen();
        return new Workplace(Files.createTempDirectory("millrace-fuzz-"));
    }

    private static JobConf base(Path root) {
        JobConf conf = new JobConf();
        conf.set("fs.defaultFS", "file:///");
        // These start no process for each file; both frameworks use them.
        conf.set("fs.file.impl", DirectLocalFileSystem.class.getName());
        conf.set("fs.AbstractFileSystem.file.impl", DirectLocalFs.class.getName());
        conf.set("hadoop.tmp.dir", root.resolve("tmp").toString());
        conf.set("mapreduce.jobtracker.staging.root.dir", root.resolve("staging").toString());
        // The local runner's client always sets 1; a hint for old splits.
        conf.set("mapreduce.job.maps", "1");
        conf.set("mapreduce.task.io.sort.mb", "1");
        conf.set("mapreduce.client.completion.pollinterval", SOON);
        conf.set("mapreduce.client.progressmonitor.pollinterval", SOON);
        conf.set("mapreduce.map.maxattempts", "1");
        conf.set("mapreduce.reduce.maxattempts", "1");
        conf.set("io.seqfile.local.dir", root.resolve("tmp").toString());
        conf.size(); // loads it now, in one thread
        return conf;
    }

    /**
     * Held while a program runs.
     *
     * @param changes whether it changes state of the process and does not put it back itself
     */
    Lock processState(boolean changes) {
        return changes ? processState.writeLock() : processState.readLock();
    }

    JobConf conf() {
        return new JobConf(base);
    }

    /**
     * A new directory; all names have the same length, because the lengths of paths are counted.
     */
    Path folder() throws IOException {
        return Files.createDirectory(root.resolve("%08d".formatted(next.incrementAndGet())));
    }

    static void delete(Path folder) throws IOException {
        try (Stream<Path> all = Files.walk(folder)) {
            List<Path> paths = all.sorted(Comparator.reverseOrder()).toList();
            for (Path path : paths) {
                Files.deleteIfExists(path);
            }
        }
    }

    @Override
    public void close() {
        try {
            delete(root);
        } catch (IOException e) {
            throw new UncheckedIOException("cannot delete " + root, e);
        }
    }
}
