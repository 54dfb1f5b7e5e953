package io.millrace.cli.job;

import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.EnumSet;
import java.util.concurrent.CountDownLatch;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.CreateFlag;
import org.apache.hadoop.fs.FileContext;
import org.apache.hadoop.fs.Path;

/** Writes a file to mem:/held and two to a directory on disk that it redirects, and waits. */
public final class HoldsFiles {

    private HoldsFiles() {}

    public static void main(String[] arguments) throws Exception {
        Configuration conf = new Configuration();
        conf.set("millrace.namespace.redirect", arguments[0]);
        write(new Path("mem:///held/file"), "in memory", conf);
        write(new Path("file://" + arguments[0] + "/part"), "redirected", conf);
        Path context = new Path("file://" + arguments[0] + "/context");
        try (OutputStream out =
                FileContext.getFileContext(conf).create(context, EnumSet.of(CreateFlag.CREATE))) {
            out.write("through FileContext".getBytes(StandardCharsets.UTF_8));
        }
        System.out.println("waiting");
        new CountDownLatch(1).await();
    }

    private static void write(Path path, String text, Configuration conf) throws Exception {
        try (OutputStream out = path.getFileSystem(conf).create(path)) {
            out.write(text.getBytes(StandardCharsets.UTF_8));
        }
    }
}
