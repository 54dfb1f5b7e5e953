package io.millrace.files.direct;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.millrace.files.config.FileKeys;
import io.millrace.files.process.MillraceProcess;
import io.millrace.hadoop.testing.NothingLeft;
import io.millrace.hadoop.testing.Workspace;
import io.millrace.testing.Sampled;
import io.millrace.testing.Seeds;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.nio.file.Files;
import java.util.Random;
import java.util.SortedMap;
import java.util.TreeMap;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FSDataInputStream;
import org.apache.hadoop.fs.FSDataOutputStream;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.LocalFileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.fs.permission.FsPermission;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Files in memory laid over those on disk, beside Hadoop's local file system. */
@Sampled(oneIn = 3)
class OverlayTest {

    private final java.nio.file.Path folder = Workspace.directory("overlay");
    private final Path redirected = new Path(folder.resolve("redirected").toUri());
    private FileSystem files;
    private FileSystem hadoops;

    @BeforeEach
    void open() throws IOException {
        hadoops = open(LocalFileSystem.class, "");
        files = open(DirectLocalFileSystem.class, redirected.toString());
    }

    private static FileSystem open(Class<? extends FileSystem> type, String redirect)
            throws IOException {
        Configuration conf = new Configuration();
        conf.setClass("fs.file.impl", type, FileSystem.class);
        conf.setBoolean("fs.file.impl.disable.cache", true);
        conf.set("hadoop.tmp.dir", Workspace.temporary().toString());
        conf.set(FileKeys.REDIRECT.name(), redirect);
        return FileSystem.get(java.net.URI.create("file:///"), conf);
    }

    @AfterEach
    void whatIsDeletedTakesNoMemory() throws Exception {
        files.delete(new Path(folder.toUri()), true);
        NothingLeft.check();
    }

    private Path path(String name) {
        return new Path(redirected, name);
    }

    private java.nio.file.Path onDisk(String name) {
        return folder.resolve("redirected").resolve(name);
    }

    private static void write(FileSystem to, Path path, String text) throws IOException {
        try (FSDataOutputStream out = to.create(path)) {
            out.writeUTF(text);
        }
    }

    private static String read(FileSystem from, Path path) throws IOException {
        try (FSDataInputStream in = from.open(path)) {
            return in.readUTF();
        }
    }

    @Test
    void whatIsWrittenIsInMemoryAndWhatIsOnDiskIsSeenBesideIt() throws IOException {
        write(hadoops, path("a/disk"), "on disk");
        write(files, path("a/memory"), "in memory");

        assertThat(onDisk("a/memory")).doesNotExist();
        assertThat(read(files, path("a/memory"))).isEqualTo("in memory");
        assertThat(read(files, path("a/disk"))).isEqualTo("on disk");
        assertThat(files.listStatus(path("a")))
                .extracting(each -> each.getPath().getName())
                .containsExactly("disk", "memory");
    }

    @Test
    void aFileThatIsReplacedIsNowhereElse() throws IOException {
        write(hadoops, path("file"), "old");
        write(files, path("file"), "new");

        assertThat(onDisk("file")).doesNotExist();
        assertThat(onDisk(".file.crc")).doesNotExist();
        assertThat(read(files, path("file"))).isEqualTo("new");
        assertThat(files.delete(path("file"), false)).isTrue();
        assertThat(files.exists(path("file"))).isFalse();
    }

    @Test
    void deletingAFolderDeletesBothOfIt() throws IOException {
        write(hadoops, path("a/b/disk"), "on disk");
        write(files, path("a/b/memory"), "in memory");

        assertThatThrownBy(() -> files.delete(path("a/b"), false))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("not empty");
        assertThat(files.delete(path("a"), true)).isTrue();
        assertThat(files.exists(path("a"))).isFalse();
        assertThat(onDisk("a")).doesNotExist();
    }

    @Test
    void renamingAFolderMovesBothOfIt() throws IOException {
        write(hadoops, path("a/disk"), "on disk");
        write(files, path("a/memory"), "in memory");

        assertThat(files.rename(path("a"), path("b"))).isTrue();
        assertThat(read(files, path("b/disk"))).isEqualTo("on disk");
        assertThat(read(files, path("b/memory"))).isEqualTo("in memory");
        assertThat(onDisk("b/memory")).doesNotExist();
        assertThat(files.exists(path("a"))).isFalse();
    }

    @Test
    void whatLeavesTheRedirectedPathsIsOnDisk() throws IOException {
        write(files, path("a/b/memory"), "in memory");
        Path away = new Path(folder.resolve("away").toUri());

        assertThat(files.rename(path("a"), away)).isTrue();
        assertThat(read(hadoops, new Path(away, "b/memory"))).isEqualTo("in memory");
        assertThat(files.exists(path("a"))).isFalse();
        assertThat(onDisk("a")).doesNotExist();
    }

    @Test
    void whatIsBeingWrittenDoesNotLeaveTheRedirectedPaths() throws IOException {
        Path away = new Path(folder.resolve("away").toUri());
        try (FSDataOutputStream out = files.create(path("a/open"))) {
            assertThatThrownBy(() -> files.rename(path("a"), away))
                    .isInstanceOf(IOException.class)
                    .hasMessageContaining("while it is being written");
            out.writeUTF("all of it");
        }
        assertThat(read(files, path("a/open"))).isEqualTo("all of it");
    }

    @Test
    void whatComesToTheRedirectedPathsStaysOnDiskAndIsSeen() throws IOException {
        Path away = new Path(folder.resolve("away").toUri());
        write(files, away, "on disk");
        write(files, path("a/file"), "in memory");

        assertThat(files.rename(away, path("a/file"))).isTrue();
        assertThat(read(files, path("a/file"))).isEqualTo("on disk");
        assertThat(onDisk("a/file")).exists();
    }

    @Test
    void anOutputStaysInMemoryWhereverItIsMoved() throws IOException {
        Path output = new Path(folder.resolve("output").toUri());
        Path moved = new Path(folder.resolve("moved").toUri());
        Redirection.of(MillraceProcess.current()).paths().addOutput(output.toUri().getPath());
        write(files, new Path(output, "part"), "in memory");

        assertThat(files.rename(output, moved)).isTrue();
        assertThat(folder.resolve("moved")).doesNotExist();
        assertThat(read(files, new Path(moved, "part"))).isEqualTo("in memory");
    }

    @Test
    void savingWritesWholeFilesWithTheirTimesAndPermissions() throws IOException {
        write(files, path("a/file"), "in memory");
        files.setPermission(path("a/file"), new FsPermission((short) 0640));
        files.setTimes(path("a/file"), 1_000_000, 2_000_000);
        files.setPermission(path("a"), new FsPermission((short) 0700));
        files.setTimes(path("a"), 3_000_000, -1);

        assertThat(Redirection.of(MillraceProcess.current()).save(path("a"))).isEmpty();
        FileStatus file = hadoops.getFileStatus(path("a/file"));
        assertThat(file.getPermission().toShort()).isEqualTo((short) 0640);
        assertThat(file.getModificationTime()).isEqualTo(1_000_000);
        FileStatus saved = hadoops.getFileStatus(path("a"));
        assertThat(saved.getPermission().toShort()).isEqualTo((short) 0700);
        assertThat(saved.getModificationTime()).isEqualTo(3_000_000);
        assertThat(read(hadoops, path("a/file"))).isEqualTo("in memory");
        assertThat(Redirection.of(MillraceProcess.current()).memory().find(path("a"), 0)).isNull();
    }

    @Test
    void theMarkerOfAnOutputStaysInMemoryWhileAFileOfItDoes() throws IOException {
        write(files, path("out/_SUCCESS"), "");
        write(files, path("out/part-0"), "whole");
        try (FSDataOutputStream out = files.create(path("out/sub/part-1"))) {
            out.writeUTF("not ye");
            assertThat(Redirection.of(MillraceProcess.current()).save(path("out"))).isEmpty();
            assertThat(onDisk("out/part-0")).exists();
            assertThat(onDisk("out/_SUCCESS")).doesNotExist();
        }
        assertThat(Redirection.of(MillraceProcess.current()).save(path("out"))).isEmpty();
        assertThat(onDisk("out/_SUCCESS")).exists();
    }

    @Test
    void aFolderThatCannotBeWrittenStaysInMemoryAndLeavesNothing() throws IOException {
        Files.createDirectories(onDisk("out"));
        write(files, path("out/part-0"), "zero");
        write(files, path("out/part-1"), "one");
        write(files, path("out/_SUCCESS"), "");
        Files.createDirectories(onDisk("out/.part-1.unfinished/full"));

        assertThat(Redirection.of(MillraceProcess.current()).save(path("out")))
                .singleElement()
                .asString()
                .contains("out");
        assertThat(onDisk("out/part-0")).doesNotExist();
        assertThat(onDisk("out/.part-0.unfinished")).doesNotExist();
        assertThat(onDisk("out/_SUCCESS")).doesNotExist();
        assertThat(read(files, path("out/part-0"))).isEqualTo("zero");
    }

    @Test
    void whatIsNowhereIsSaidToBe() {
        assertThatThrownBy(() -> files.getFileStatus(path("none")))
                .isInstanceOf(FileNotFoundException.class);
        assertThatThrownBy(() -> files.open(path("none")))
                .isInstanceOf(FileNotFoundException.class);
        assertThatThrownBy(() -> files.setTimes(path("none"), 1, 1))
                .isInstanceOf(FileNotFoundException.class);
    }

    /** Does the same to a redirected directory and to one of Hadoop's, then compares them. */
    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3, 4, 5, 6, 7, 8})
    void randomOperationsHaveTheResultThatTheyHaveOnDisk(int run) throws IOException {
        Random random = Seeds.random("overlay" + run);
        Path plain = new Path(folder.resolve("plain").toUri());
        hadoops.mkdirs(plain);
        files.mkdirs(redirected);
        for (int i = 0; i < 300; i++) {
            Operation next = Operation.random(random);
            if (next.copies(hadoops, plain)) {
                continue;
            }
            if (random.nextInt(20) == 0) {
                Redirection.of(MillraceProcess.current()).save(next.at(redirected));
            }
            assertThat(next.perform(files, redirected))
                    .as("%s, step %d of run %d; %s", next, i, run, Seeds.line())
                    .isEqualTo(next.perform(hadoops, plain));
        }
        SortedMap<String, String> expected = tree(hadoops, plain);
        assertThat(tree(files, redirected)).as(Seeds.line()).isEqualTo(expected);
        assertThat(Redirection.of(MillraceProcess.current()).save(redirected)).isEmpty();
        assertThat(tree(hadoops, redirected)).as(Seeds.line()).isEqualTo(expected);
    }

    /** One thing that is done to a directory, at one or two short paths in it. */
    private record Operation(int kind, String first, String second) {

        static Operation random(Random random) {
            return new Operation(random.nextInt(7), name(random), name(random));
        }

        private static String name(Random random) {
            StringBuilder name = new StringBuilder();
            int depth = 1 + random.nextInt(3);
            for (int i = 0; i < depth; i++) {
                name.append(i == 0 ? "" : "/").append((char) ('a' + random.nextInt(3)));
            }
            return name.toString();
        }

        Path at(Path root) {
            return new Path(root, first);
        }

        /** Where the system refuses, and Hadoop copies, which loses permissions. */
        boolean copies(FileSystem on, Path root) throws IOException {
            Path target = new Path(root, second);
            Path within = new Path(target, at(root).getName());
            return kind == 3
                    && (!on.exists(target.getParent())
                            || (isFolder(on, target)
                                    && on.listStatus(target).length > 0
                                    && (on.exists(within) || isFolder(on, at(root)))));
        }

        private static boolean isFolder(FileSystem on, Path path) throws IOException {
            return on.exists(path) && on.getFileStatus(path).isDirectory();
        }

        /** What came of it, in a word. */
        String perform(FileSystem on, Path root) {
            Path path = at(root);
            try {
                switch (kind) {
                    case 0 -> write(on, path, first + second);
                    case 1 -> on.mkdirs(path);
                    case 2 -> {
                        return "" + on.delete(path, first.length() > 1);
                    }
                    case 3 -> {
                        return "" + on.rename(path, new Path(root, second));
                    }
                    case 4 -> {
                        return read(on, path);
                    }
                    case 5 -> on.setPermission(path, new FsPermission((short) 0750));
                    default -> {
                        return "" + on.getFileStatus(path).isDirectory();
                    }
                }
                return "done";
            } catch (IOException e) {
                return "refused";
            }
        }
    }

    private static SortedMap<String, String> tree(FileSystem in, Path root) throws IOException {
        SortedMap<String, String> all = new TreeMap<>();
        put(in, root, "", all);
        return all;
    }

    private static void put(FileSystem in, Path at, String name, SortedMap<String, String> all)
            throws IOException {
        for (FileStatus each : in.listStatus(at)) {
            String below = name + '/' + each.getPath().getName();
            all.put(
                    below,
                    each.getPermission()
                            + (each.isFile() ? " " + read(in, each.getPath()) : " folder"));
            if (each.isDirectory()) {
                put(in, each.getPath(), below, all);
            }
        }
    }
}
