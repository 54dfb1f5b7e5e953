package io.millrace.conformance;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.apache.hadoop.conf.Configuration;

/** Writes the settings directory that test JVMs have first on their class path. */
final class SiteFiles {

    private SiteFiles() {}

    static Path write(Path directory, Map<String, String> settings) throws IOException {
        Files.createDirectories(directory);
        Configuration core = new Configuration(false);
        core.set("fs.defaultFS", "file:///");
        core.set("hadoop.tmp.dir", "${user.dir}/target/tmp");
        core.set("hadoop.security.token.service.use_ip", "false");
        write(directory.resolve("core-site.xml"), core);
        Configuration mapred = new Configuration(false);
        settings.forEach(mapred::set);
        write(directory.resolve("mapred-site.xml"), mapred);
        return directory;
    }

    private static void write(Path file, Configuration conf) throws IOException {
        try (OutputStream out = Files.newOutputStream(file)) {
            conf.writeXml(out);
        }
    }
}
