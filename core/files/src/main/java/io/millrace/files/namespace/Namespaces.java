package io.millrace.files.namespace;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import io.millrace.engine.namespace.ContentsStore;
import io.millrace.engine.namespace.Entry;
import io.millrace.engine.namespace.Namespace;
import io.millrace.engine.namespace.Owner;
import io.millrace.files.process.EndStep;
import io.millrace.files.process.MillraceProcess;
import java.io.IOException;
import java.util.stream.Collectors;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.security.UserGroupInformation;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The namespaces of a process, the same for all its users and jobs. Thread-safe. */
public final class Namespaces {

    private static final Logger LOG = LoggerFactory.getLogger(Namespaces.class);
    private static final short ROOT_MODE = 0777;

    private final MillraceProcess process;
    private final StoreOpener opener = StoreOpener.find();

    @GuardedBy("this")
    private boolean outOfReach;

    @GuardedBy("this")
    private @Nullable MemoryTree shared;

    @GuardedBy("this")
    private @Nullable MemoryTree local;

    private Namespaces(MillraceProcess process) {
        this.process = process;
    }

    /** The namespaces of a process. */
    public static Namespaces of(MillraceProcess process) {
        return process.part(Namespaces.class, Namespaces::new);
    }

    /**
     * The namespace of {@code mem:///} in this JVM. Called by reflection.
     *
     * @throws IOException see {@link #shared}
     */
    public static MemoryFiles mem(Configuration conf) throws IOException {
        return of(MillraceProcess.current()).shared(conf);
    }

    /**
     * The namespace of {@code mem:///}; created on first use.
     *
     * @throws IOException if this process may not have one, lacks a spill directory, or is ending
     */
    public synchronized MemoryFiles shared(Configuration conf) throws IOException {
        if (outOfReach) {
            throw new IOException(
                    "mem:/// is in the memory of the process that runs the job, which"
                            + " this task's separate JVM cannot reach; remove"
                            + " millrace.task.isolation=process, or use files on disk in the job");
        }
        MemoryTree made = shared;
        if (made == null) {
            Namespace tree = newTree(conf);
            process.atEnd(EndStep.NAMESPACES, () -> sayWhatEnds(tree));
            made = new MemoryTree(tree, Access.OF_USERS, this::contents);
            shared = made;
        }
        return made;
    }

    /**
     * The namespace of local files below redirected paths; created on first use. The caller handles
     * its files when the process ends.
     *
     * @return null if this process runs tasks of another one, which has the files
     * @throws IOException see {@link #shared}
     */
    public synchronized @Nullable MemoryFiles local(Configuration conf) throws IOException {
        MemoryTree made = local;
        if (made == null && !outOfReach) {
            made = new MemoryTree(newTree(conf), Access.OF_PROCESS, this::contents);
            local = made;
        }
        return made;
    }

    private Namespace newTree(Configuration conf) throws IOException {
        String user = UserGroupInformation.getLoginUser().getShortUserName();
        return new Namespace(contents(conf), new Owner(user, user, ROOT_MODE));
    }

    private ContentsStore contents(Configuration conf) throws IOException {
        return opener.open(process, conf);
    }

    /** Notes that this process runs tasks of another one, whose files in memory it cannot reach. */
    public synchronized void outOfReach() {
        outOfReach = true;
    }

    private static void sayWhatEnds(Namespace tree) {
        long bytes = tree.length();
        if (bytes == 0) {
            return;
        }
        try {
            String names =
                    tree.list("/").stream().map(Entry::path).collect(Collectors.joining(", mem:"));
            LOG.warn(
                    "{} bytes of files in memory are lost with this process, in mem:{};"
                            + " copy files to disk first to keep them (FileUtil.copy,"
                            + " FileSystem.copyToLocalFile)",
                    bytes,
                    names);
        } catch (IOException e) {
            throw new IllegalStateException("the root is a directory", e);
        }
    }
}
