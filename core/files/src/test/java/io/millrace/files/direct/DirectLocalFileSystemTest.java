package io.millrace.files.direct;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.FileNotFoundException;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FSDataOutputStream;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.LocalFileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.fs.permission.FsPermission;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Whatever is done through one of the two file systems looks the same through the other. */
@Tag("jdk")
class DirectLocalFileSystemTest {

    @TempDir private java.nio.file.Path folder;

    private FileSystem direct;
    private FileSystem hadoops;

    @BeforeEach
    void open() throws IOException {
        direct = open(DirectLocalFileSystem.class);
        hadoops = open(LocalFileSystem.class);
    }

    private static FileSystem open(Class<? extends FileSystem> type) throws IOException {
        Configuration conf = new Configuration();
        conf.setClass("fs.file.impl", type, FileSystem.class);
        FileSystem opened = FileSystem.newInstance(java.net.URI.create("file:///"), conf);
        assertThat(opened).isInstanceOf(type);
        return opened;
    }

    @AfterEach
    void close() throws IOException {
        direct.close();
        hadoops.close();
    }

    @ParameterizedTest
    @ValueSource(shorts = {0777, 0644, 0600, 0755, 0400, 01777, 01770, 0})
    void permissionsAreThoseOfHadoop(short mode) throws IOException {
        FsPermission permission = new FsPermission(mode);
        for (FileSystem each : List.of(direct, hadoops)) {
            Path made = path("folder-" + each.getClass().getSimpleName());
            each.mkdirs(made);
            each.setPermission(made, permission);
            assertThat(direct.getFileStatus(made).getPermission()).isEqualTo(permission);
        }
        assertThat(seen(hadoops)).isEqualTo(seen(direct)).hasSize(2);
    }

    @Test
    void whatIsMadeLooksTheSame() throws IOException {
        for (FileSystem each : List.of(direct, hadoops)) {
            String name = each.getClass().getSimpleName();
            each.mkdirs(path(name + "/a/b"));
            each.mkdirs(path(name + "/private"), new FsPermission((short) 0700));
            try (FSDataOutputStream out = each.create(path(name + "/a/file"))) {
                out.writeBytes("some bytes");
            }
            FileSystem.create(each, path(name + "/shared"), new FsPermission((short) 0666)).close();
        }

        List<String> byDirect = seen(direct);
        assertThat(byDirect).isEqualTo(seen(hadoops)).hasSize(12);
        assertThat(byDirect.subList(0, 6))
                .map(line -> line.replace("DirectLocalFileSystem", "LocalFileSystem"))
                .isEqualTo(byDirect.subList(6, 12));
    }

    @Test
    void whatIsNotThereIsNotFound() {
        assertThatThrownBy(() -> direct.getFileStatus(path("nothing")))
                .isInstanceOf(FileNotFoundException.class);
        assertThatThrownBy(() -> direct.setPermission(path("nothing"), FsPermission.getDefault()))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("nothing");
    }

    @Test
    void aFileThatIsGoneByThenHasNoOwnerToTell() throws IOException {
        direct.mkdirs(path("short-lived"));
        FileStatus first = direct.getFileStatus(path("short-lived"));
        FileStatus second = hadoops.getFileStatus(path("short-lived"));
        direct.delete(path("short-lived"), true);

        for (FileStatus each : List.of(first, second)) {
            assertThatThrownBy(each::getOwner)
                    .isInstanceOf(RuntimeException.class)
                    .hasMessageContaining("permissions")
                    .hasMessageContaining("short-lived");
        }
    }

    private Path path(String name) {
        return new Path(folder.toUri() + name);
    }

    /** What a file system says about everything below the directory. */
    private List<String> seen(FileSystem files) throws IOException {
        List<String> seen = new ArrayList<>();
        list(files, new Path(folder.toUri()), seen);
        seen.sort(null);
        return seen;
    }

    private static void list(FileSystem files, Path below, List<String> into) throws IOException {
        for (FileStatus each : files.listStatus(below)) {
            into.add(
                    "%s %s %s %s %d"
                            .formatted(
                                    each.getPath().toUri().getPath(),
                                    each.getPermission(),
                                    each.getOwner(),
                                    each.getGroup(),
                                    each.isFile() ? each.getLen() : 0));
            if (each.isDirectory()) {
                list(files, each.getPath(), into);
            }
        }
    }
}
