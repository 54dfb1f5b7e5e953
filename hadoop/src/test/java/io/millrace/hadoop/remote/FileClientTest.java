package io.millrace.hadoop.remote;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.millrace.hadoop.testing.NothingLeft;
import io.millrace.hadoop.testing.Seeds;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileSystem;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What another process sees of this one's files in memory; here the same one asks. */
class FileClientTest {

    private static final org.apache.hadoop.fs.Path ROOT =
            new org.apache.hadoop.fs.Path("mem:///remote");

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
    void bytesOfAnyKindAndNumberComeThroughBothWays() throws Exception {
        byte[] bytes = new byte[1_000_003];
        Seeds.random("remote").nextBytes(bytes);
        client.write("mem:/remote/a/file", new ByteArrayInputStream(bytes));
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
    void whatIsRefusedIsSaidInTheOtherProcesssWords() {
        assertThatThrownBy(() -> client.list("mem:/remote/none"))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("/remote/none");
        assertThatThrownBy(() -> client.read("mem:/remote", new ByteArrayOutputStream()))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("/remote");
    }

    @Test
    void aCopyThatBreaksOffLeavesNoFile() {
        InputStream broken =
                new InputStream() {
                    @Override
                    public int read() throws IOException {
                        throw new IOException("broken");
                    }

                    @Override
                    public int read(byte[] target, int offset, int count) throws IOException {
                        throw new IOException("broken");
                    }
                };
        assertThatThrownBy(() -> client.write("mem:/remote/half", broken))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("broken");
        assertThatThrownBy(() -> client.list("mem:/remote/half")).isInstanceOf(IOException.class);
    }
}
