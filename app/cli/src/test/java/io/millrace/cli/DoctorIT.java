package io.millrace.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.testing.Launched;
import io.millrace.testing.Launched.Launcher;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What a person is told about a machine. */
@Tag("jdk")
class DoctorIT {

    @TempDir Path folder;

    @Test
    void aWorkingMachineHasNoProblemAndASmallHeapIsWarnedOf() throws Exception {
        Launched run = new Launcher(folder).run("doctor").succeeded();

        assertThat(run.out())
                .contains("JDK " + Runtime.version(), "ok       Hadoop's client 3.5.0")
                .contains("warning  heap of", "HADOOP_HEAPSIZE_MAX=4g")
                .contains("for records, in slabs of")
                .doesNotContain("PROBLEM");
    }

    @Test
    void aWrongSettingAndADirectoryThatCannotBeWrittenAreProblems() throws Exception {
        Path file = Files.writeString(folder.resolve("file"), "");
        configure("millrace.memory.max", "much", "mapreduce.cluster.local.dir", file + "/below");

        Launched run =
                new Launcher(folder).with("HADOOP_CONF_DIR", folder).run("doctor").endedWith(1);

        assertThat(run.out())
                .contains("PROBLEM  millrace.memory.max is much")
                .contains(
                        "PROBLEM  "
                                + file
                                + "/below (mapreduce.cluster.local.dir) cannot be written");
    }

    @Test
    void aDirectoryThatOthersCanExchangeIsWarnedOf() throws Exception {
        Path open = Files.createDirectory(folder.resolve("open"));
        Files.setPosixFilePermissions(open, PosixFilePermissions.fromString("rwxrwxrwx"));
        configure("mapreduce.cluster.local.dir", open + "/below");

        Launched run =
                new Launcher(folder).with("HADOOP_CONF_DIR", folder).run("doctor").succeeded();

        assertThat(run.out())
                .contains("warning  " + open + "/below (mapreduce.cluster.local.dir): ")
                .contains("is writable by every user");
    }

    @Test
    void twoVersionsOfALibraryAreWarnedOf() throws Exception {
        Path extra = Files.createDirectory(folder.resolve("extra"));
        Files.writeString(extra.resolve("guava-11.0.2.jar"), "");
        Files.writeString(extra.resolve("guava-27.0-jre.jar"), "");

        Launched run =
                new Launcher(folder)
                        .with("HADOOP_CLASSPATH", extra + "/*")
                        .run("doctor")
                        .succeeded();

        assertThat(run.out())
                .contains("guava is on the class path in versions 11.0.2 and 27.0-jre");
    }

    private void configure(String... properties) throws IOException {
        StringBuilder site = new StringBuilder("<configuration>");
        for (int i = 0; i < properties.length; i += 2) {
            site.append("<property><name>")
                    .append(properties[i])
                    .append("</name><value>")
                    .append(properties[i + 1])
                    .append("</value></property>");
        }
        Files.writeString(folder.resolve("mapred-site.xml"), site.append("</configuration>"));
    }
}
