package io.millrace.hadoop.staging;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.millrace.files.local.TrustedPath;
import io.millrace.files.local.UntrustedPathException;
import io.millrace.files.process.MillraceProcess;
import io.millrace.hadoop.testing.ChildJvm;
import io.millrace.hadoop.testing.OtherUser;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Where jobs keep files on a machine that others use too. */
@Tag("jdk")
class JobDirectoriesTest {

    private static final String BESIDE = ".millrace-" + System.getProperty("user.name");
    private static final String LOCAL = "mapreduce.cluster.local.dir";

    @TempDir Path directory;

    private final JobDirectories directories =
            new JobDirectories("1234", Claims.of(new MillraceProcess()));

    @AfterEach
    void deleteAll() {
        directories.deleteAll();
    }

    /** As Hadoop's own files of defaults have it. */
    private static Configuration byDefault(Path local) {
        Configuration conf = new Configuration(false);
        String xml =
                "<configuration><property><name>%s</name><value>%s</value></property></configuration>"
                        .formatted(LOCAL, local);
        conf.addResource(
                new ByteArrayInputStream(xml.getBytes(StandardCharsets.UTF_8)),
                "mapred-default.xml");
        return conf;
    }

    private static Configuration chosen(Path local) {
        Configuration conf = new Configuration(false);
        conf.set(LOCAL, local.toString());
        return conf;
    }

    private static Configuration refusing(Path local) {
        Configuration conf = chosen(local);
        conf.set("millrace.local.unsafe", "refuse");
        return conf;
    }

    private Path open() throws IOException {
        Path open = Files.createDirectory(directory.resolve("open"));
        Files.setPosixFilePermissions(open, PosixFilePermissions.fromString("rwxrwxrwx"));
        return open;
    }

    @Test
    void everyDirectoryIsTheUsersAlone() throws Exception {
        Configuration conf = chosen(directory.resolve("local"));
        List<Path> made = directories.makeLocal(conf, "alice", "job_1");
        Path cache = directories.fileCache(conf, "alice");
        assertThat(made).hasSize(1);
        assertThat(TrustedPath.isPrivate(made.get(0))).isTrue();
        assertThat(TrustedPath.isPrivate(made.get(0).getParent())).isTrue();
        assertThat(TrustedPath.isPrivate(cache)).isTrue();
        assertThat(TrustedPath.isPrivate(directories.ownRoot(conf))).isTrue();
    }

    @Test
    void aDefaultThatOthersCanWriteIsLeftForAPrivateOne() throws Exception {
        Path open = open();
        Configuration conf = byDefault(open);
        Path made = directories.makeLocal(conf, "alice", "job_1").get(0);
        assertThat(made).startsWith(directories.ownRoot(conf));
        assertThat(directories.fileCache(conf, "alice")).startsWith(directories.ownRoot(conf));
        assertThat(TrustedPath.of(made)).isEqualTo(made);
        assertThat(open).isEmptyDirectory();
    }

    @Test
    void aChosenOneThatOthersCanWriteIsLeftForAPrivateOneBesideIt() throws Exception {
        Path open = open();
        for (Path named : List.of(open, open.resolve("mapred/local"))) {
            Configuration conf = chosen(named);
            Path made = directories.makeLocal(conf, "alice", "job_1").get(0);
            Path beside = directory.toRealPath().resolve(BESIDE);
            assertThat(made).startsWith(beside);
            assertThat(TrustedPath.isPrivate(beside)).isTrue();
            assertThat(TrustedPath.of(made)).isEqualTo(made);
            assertThat(directories.spills(conf, named.toString(), LOCAL, "alice"))
                    .startsWith(beside);
            assertThat(directories.fileCache(conf, "alice")).startsWith(beside);
            assertThat(open).isEmptyDirectory();
        }
    }

    @Test
    void aStagingDirectoryThatOthersCanWriteIsLeftForAPrivateOneBesideIt() throws Exception {
        Configuration conf = new Configuration(false);
        conf.set("mapreduce.jobtracker.staging.root.dir", open().toString());
        assertThat(directories.staging(conf, "alice")).contains("/" + BESIDE + "/");
    }

    @Test
    void aDirectoryThatAGroupCanWriteOrAnotherUserOwnsIsLeftToo() throws Exception {
        OtherUser.orSkip(); // only root may give directories away
        Path of = Files.createDirectory(directory.resolve("of another user"));
        Files.setAttribute(of, "unix:uid", 12345);
        Path by = Files.createDirectory(directory.resolve("of a group"));
        Files.setAttribute(by, "unix:gid", 12345);
        Files.setPosixFilePermissions(by, PosixFilePermissions.fromString("rwxrwxr-x"));
        for (Path named : List.of(of, by)) {
            assertThat(directories.makeLocal(chosen(named), "alice", "job_1").get(0))
                    .startsWith(directory.toRealPath().resolve(BESIDE));
            assertThat(named).isEmptyDirectory();
        }
    }

    @Test
    void withoutATrustedPlaceBesideItTheProcessesOwnIsUsed() throws Exception {
        Path open = open();
        Path below = Files.createDirectory(open.resolve("below"));
        Files.setPosixFilePermissions(below, PosixFilePermissions.fromString("rwxrwxrwx"));
        Path seen = Files.createDirectory(directory.resolve(BESIDE)); // not private
        Files.setPosixFilePermissions(seen, PosixFilePermissions.fromString("rwxr-xr-x"));
        Configuration conf = chosen(below);
        Path made = directories.makeLocal(conf, "alice", "job_1").get(0);
        assertThat(made).startsWith(directories.ownRoot(conf));
        assertThat(open).isDirectoryNotContaining("glob:**.millrace*");
    }

    @Test
    void severalThatOthersCanWriteHaveOneSubstitute() throws Exception {
        Path open = open();
        Configuration conf = chosen(open);
        conf.set(LOCAL, open.resolve("a") + "," + open.resolve("b"));
        assertThat(directories.makeLocal(conf, "alice", "job_1")).hasSize(1);
    }

    @Test
    void aChosenOneThatOthersCanWriteIsRefusedInWordsThatHelpIfAskedFor() throws Exception {
        Path open = open();
        assertThatThrownBy(() -> directories.makeLocal(refusing(open), "alice", "job_1"))
                .isInstanceOf(UntrustedPathException.class)
                .hasMessageContaining(open.toString())
                .hasMessageContaining("is writable by every user")
                .hasMessageContaining("name a directory in " + LOCAL)
                .hasMessageContaining("millrace.local.unsafe=warn");
        assertThat(open).isEmptyDirectory();
    }

    @Test
    void oneBadDirectoryOfSeveralIsNotPassedOver() throws Exception {
        Configuration conf = refusing(directory.resolve("good"));
        conf.set(LOCAL, directory.resolve("good") + "," + open());
        assertThatThrownBy(() -> directories.makeLocal(conf, "alice", "job_1"))
                .isInstanceOf(UntrustedPathException.class);
    }

    @Test
    void whoeverTrustsTheOthersMaySaySo() throws Exception {
        Path open = open();
        Configuration conf = chosen(open);
        conf.set("millrace.local.unsafe", "warn");
        Path made = directories.makeLocal(conf, "alice", "job_1").get(0);
        assertThat(made).startsWith(open);
        assertThat(TrustedPath.isPrivate(made)).isTrue();
    }

    @Test
    void onlyDirectoriesOfThisUserAloneAreSweptAway() throws Exception {
        Path local = Files.createDirectory(directory.resolve("local"));
        Path own = TrustedPath.makePrivate(local.resolve("millrace-alice-1"));
        Path seen = Files.createDirectory(local.resolve("millrace-alice-2"));
        Files.setPosixFilePermissions(seen, PosixFilePermissions.fromString("rwxr-xr-x"));
        for (Path left : List.of(own, seen)) {
            Files.createFile(left.resolve(".in-use-1"));
        }
        directories.makeLocal(chosen(local), "alice", "job_1");
        assertThat(own).doesNotExist();
        assertThat(seen).exists();
    }

    @Test
    void processesOfOneJvmKeepEachOthersDirectoriesFromBeingSweptAway() throws Exception {
        Path local = directory.resolve("local");
        Path first = directories.makeLocal(chosen(local), "alice", "job_1").get(0);
        JobDirectories others = new JobDirectories("5678", Claims.of(new MillraceProcess()));
        Path second = others.makeLocal(chosen(local), "alice", "job_1").get(0);
        Path log = directory.resolve("log");
        Process sweeper = ChildJvm.start(log, List.of(), Sweeper.class, local);
        assertThat(sweeper.waitFor()).as(Files.readString(log)).isZero();
        assertThat(first).exists();
        assertThat(second).exists();
        others.deleteAll();
    }

    /** Deletes what dead processes left in a directory. */
    static final class Sweeper {

        public static void main(String[] args) {
            Path local = Path.of(args[0]);
            Claims.sweep(local, "millrace-", local);
        }
    }

    @Test
    void aDefaultThatAnotherUserMadeBeforeIsNotUsed() throws Exception {
        OtherUser other = OtherUser.orSkip();
        Path shared = OtherUser.sticky(directory);
        other.does(shared, "mkdir -p hadoop-alice/mapred/local; chmod -R 755 hadoop-alice");
        Path made =
                directories
                        .makeLocal(
                                byDefault(shared.resolve("hadoop-alice/mapred/local")),
                                "alice",
                                "job_1")
                        .get(0);
        assertThat(TrustedPath.of(made)).isEqualTo(made);
        assertThat(made.startsWith(shared)).isFalse();
        assertThat(shared.resolve("hadoop-alice/mapred/local")).isEmptyDirectory();
    }
}
