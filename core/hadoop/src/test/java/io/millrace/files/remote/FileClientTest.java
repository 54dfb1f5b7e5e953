package io.millrace.files.remote;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.millrace.hadoop.testing.NothingLeft;
import io.millrace.testing.Seeds;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.net.UnixDomainSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileSystem;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What another process sees of this one's files in memory; here the same one asks. */
class FileClientTest {

    private static final org.apache.hadoop.fs.Path ROOT =
            new org.apache.hadoop.fs.Path("mem:///remote");

    @TempDir Path directory;

    private final FileClient client = new FileClient(ProcessHandle.current().pid());
    private FileSystem files;

    @BeforeEach
    void open() throws IOException {
        files = ROOT.getFileSystem(new Configuration());
        files.mkdirs(ROOT);
    }

    @AfterEach
    void whatIsDeletedTakesNoMemory() throws Exception {
        files.delete(ROOT, true);
        NothingLeft.check();
    }

    @Test
    void aProcessWithFilesInMemoryIsFoundAndOneThatIsGoneIsForgotten() throws Exception {
        Path gone = Files.createFile(Sockets.of(Integer.MAX_VALUE));
        assertThat(FileClient.processes()).contains(ProcessHandle.current().pid());
        assertThat(gone).doesNotExist();
    }

    @Test
    void bytesOfAnyKindAndNumberComeThrough() throws Exception {
        byte[] bytes = new byte[1_000_003];
        Seeds.random("remote").nextBytes(bytes);
        write("a/file", bytes);
        ByteArrayOutputStream read = new ByteArrayOutputStream();
        client.read("mem:/remote/a/file", read);

        assertThat(read.toByteArray()).isEqualTo(bytes);
        assertThat(client.list("mem:/remote/a"))
                .singleElement()
                .satisfies(file -> assertThat(file.bytes()).isEqualTo(bytes.length));
        assertThat(client.sizes("mem:/remote"))
                .singleElement()
                .satisfies(folder -> assertThat(folder.bytes()).isEqualTo(bytes.length));
    }

    @Test
    void requestsThatAreNeverFinishedKeepNobodyWaiting() throws Exception {
        List<SocketChannel> crowd = new ArrayList<>();
        try {
            for (int i = 0; i < 100; i++) {
                SocketChannel one =
                        SocketChannel.open(
                                UnixDomainSocketAddress.of(
                                        Sockets.of(ProcessHandle.current().pid())));
                crowd.add(one);
                one.write(ByteBuffer.allocate(i % 4));
            }
            write("file", new byte[] {1});
            assertThat(client.list("mem:/remote")).hasSize(1);
        } finally {
            for (SocketChannel each : crowd) {
                each.close();
            }
        }
    }

    @Test
    void whatIsRefusedIsSaidInTheOtherProcesssWords() {
        assertThatThrownBy(() -> client.list("mem:/remote/none"))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("/remote/none");
        assertThatThrownBy(() -> client.read("mem:/remote", new ByteArrayOutputStream()))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("/remote");
    }

    @Test
    void foldersAreCopiedToTheirNewNameAndIntoFoldersThatAreThere() throws Exception {
        write("a/b/file", new byte[] {1, 2, 3});

        client.copy("mem:/remote/a", disk("new"));
        client.copy(disk("new"), "mem:/remote");

        assertThat(directory.resolve("new/b/file")).hasBinaryContent(new byte[] {1, 2, 3});
        assertThat(client.sizes("mem:/remote/new"))
                .singleElement()
                .satisfies(folder -> assertThat(folder.bytes()).isEqualTo(3));
    }

    @Test
    void nothingIsOverwritten() throws Exception {
        write("a/file", new byte[] {1});
        write("b/file", new byte[] {2, 2});

        assertThatThrownBy(() -> client.copy("mem:/remote/a/file", "mem:/remote/b"))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("mem:/remote/b/file already exists");
        assertThat(client.list("mem:/remote/b/file").get(0).bytes()).isEqualTo(2);
    }

    @Test
    void aCopyThatBreaksOffLeavesNothing() throws Exception {
        Path folder = Files.createDirectory(directory.resolve("damaged"));
        Files.writeString(folder.resolve("first"), "whole");
        Files.writeString(folder.resolve("second"), "not what its checksum says");
        Files.writeString(folder.resolve(".second.crc"), "crc\0\0\0\2\0????");

        assertThatThrownBy(() -> client.copy(disk("damaged"), "mem:/remote/copy"))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("second");
        assertThatThrownBy(() -> client.list("mem:/remote/copy")).isInstanceOf(IOException.class);
    }

    private String disk(String name) {
        return "file://" + directory.resolve(name);
    }

    private void write(String name, byte[] bytes) throws IOException {
        try (OutputStream out = files.create(new org.apache.hadoop.fs.Path(ROOT, name))) {
            out.write(bytes);
        }
    }
}
