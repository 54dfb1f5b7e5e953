package io.millrace.bench.job;

import java.nio.file.Path;
import org.apache.hadoop.conf.Configuration;

/** Jobs on Millrace in this process, over local files. */
public final class LocalJob {

    private LocalJob() {}

    /** A new configuration, as in a separate program: it reads Hadoop's files again. */
    public static Configuration configuration() {
        Configuration conf = new Configuration();
        conf.set("fs.defaultFS", "file:///");
        conf.set("mapreduce.framework.name", "millrace");
        conf.set("fs.file.impl", "io.millrace.files.direct.DirectLocalFileSystem");
        conf.setBoolean("mapreduce.client.genericoptionsparser.used", true); // spares a warning
        return conf;
    }

    /** A local file, as Hadoop names it. */
    public static org.apache.hadoop.fs.Path path(Path path) {
        return new org.apache.hadoop.fs.Path(path.toUri());
    }
}
