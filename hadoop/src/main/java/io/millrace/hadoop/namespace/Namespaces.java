package io.millrace.hadoop.namespace;

import io.millrace.engine.namespace.Entry;
import io.millrace.engine.namespace.Namespace;
import io.millrace.engine.namespace.Owner;
import io.millrace.hadoop.fs.MemoryFiles;
import io.millrace.hadoop.job.JobTable;
import io.millrace.hadoop.remote.FileServer;
import java.io.IOException;
import java.util.stream.Collectors;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.security.UserGroupInformation;
import org.apache.hadoop.util.ShutdownHookManager;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The namespaces of the process, the same for all its users and jobs. Thread-safe. */
public final class Namespaces {

    private static final Logger LOG = LoggerFactory.getLogger(Namespaces.class);
    private static final short ROOT_MODE = 0777;

    /** Of the hook that says what is lost: when running jobs have been ended. */
    private static final int HOOK_PRIORITY = 25;

    private static boolean outOfReach;
    private static @Nullable MemoryTree mem;
    private static @Nullable MemoryTree local;

    private Namespaces() {}

    /**
     * What {@code mem:///} is; made when it is first asked for. Called by name.
     *
     * @throws IOException if this process may not have one, or has no place on disk for what memory
     *     has no room for, or is ending
     */
    public static synchronized MemoryFiles mem(Configuration conf) throws IOException {
        if (outOfReach) {
            throw new IOException(
                    "mem:/// is in the memory of the process that runs the job, which this task's own"
                            + " JVM cannot reach; leave out millrace.task.isolation=process, or let"
                            + " the job read and write files on disk");
        }
        MemoryTree made = mem;
        if (made == null) {
            Namespace tree = newTree(conf);
            ShutdownHookManager.get().addShutdownHook(() -> sayWhatEnds(tree), HOOK_PRIORITY);
            made = new MemoryTree(tree, Access.OF_USERS);
            mem = made;
        }
        return made;
    }

    /**
     * What is in memory of local files, below redirected paths; made when it is first asked for.
     * What becomes of it when the process ends is the caller's to see to. Called by name.
     *
     * @return null if this process runs tasks of another one, which has them
     * @throws IOException as {@link #mem}
     */
    public static synchronized @Nullable MemoryFiles local(Configuration conf) throws IOException {
        MemoryTree made = local;
        if (made == null && !outOfReach) {
            made = new MemoryTree(newTree(conf), Access.OF_PROCESS);
            local = made;
        }
        return made;
    }

    private static Namespace newTree(Configuration conf) throws IOException {
        if (mem == null && local == null) {
            FileServer.start(conf);
        }
        String user = UserGroupInformation.getLoginUser().getShortUserName();
        return new Namespace(JobTable.process().files(conf), new Owner(user, user, ROOT_MODE));
    }

    /** Says that this process runs tasks of another one, whose files in memory it does not have. */
    public static synchronized void outOfReach() {
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
                    "{} bytes of files in memory end with this process, in mem:{}; what is to stay has"
                            + " to be copied to disk before (FileUtil.copy, FileSystem.copyToLocalFile)",
                    bytes,
                    names);
        } catch (IOException e) {
            throw new IllegalStateException("the root is a folder", e);
        }
    }
}
