package io.millrace.hadoop.namespace;

import io.millrace.engine.namespace.Namespace;
import io.millrace.engine.namespace.Owner;
import io.millrace.hadoop.job.JobTable;
import java.io.IOException;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.security.UserGroupInformation;
import org.jspecify.annotations.Nullable;

/** The namespaces of the process, the same for all its users and jobs. Thread-safe. */
public final class Namespaces {

    private static final short ROOT_MODE = 0777;

    private static @Nullable MemoryTree mem;

    private Namespaces() {}

    /** What {@code mem:///} is; made when it is first asked for. Called by name. */
    public static synchronized MemoryFiles mem(Configuration conf) throws IOException {
        MemoryTree made = mem;
        if (made == null) {
            String user = UserGroupInformation.getLoginUser().getShortUserName();
            Owner root = new Owner(user, user, ROOT_MODE);
            made = new MemoryTree(new Namespace(JobTable.process().files(conf), root));
            mem = made;
        }
        return made;
    }
}
