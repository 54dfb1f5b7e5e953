package io.millrace.exchange.ring;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Objects;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@Tag("jdk")
class RingFileTest {

    @TempDir Path folder;

    @Test
    void bothProcessesHaveTheOtherEndAlsoOnceTheFileHasNoName() throws Exception {
        RingFile one = RingFile.create(folder);
        RingFile two = RingFile.open(one.path(), one.token());
        one.delete();
        one.delete();
        assertThat(folder).isEmptyDirectory();
        carries(one.out(), two.in());
        carries(two.out(), one.in());
    }

    private static void carries(RingWriter out, RingReader in) throws IOException {
        out.room().put(new byte[] {1, 2, 3});
        out.written(3);
        ByteBuffer bytes = in.bytes();
        assertThat(bytes.remaining()).isEqualTo(3);
        assertThat(bytes.get(2)).isEqualTo((byte) 3);
        in.read(3);
    }

    @Test
    void onlyItsUserReachesTheFile() throws Exception {
        RingFile file = RingFile.create(folder);
        Path its = Objects.requireNonNull(file.path().getParent());
        assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(its)))
                .isEqualTo("rwx------");
    }

    /** The main class of a process that creates rings, says so, and waits to be killed. */
    static final class Creates {

        private Creates() {}

        public static void main(String[] args) throws Exception {
            RingFile.create(Path.of(args[0]));
            System.out.println("created");
            System.in.read();
        }
    }

    @Test
    void whatAKilledProcessHasLeftIsSweptAndWhatOthersUseIsNot() throws Exception {
        Process other =
                new ProcessBuilder(
                                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                                "-cp",
                                System.getProperty("java.class.path"),
                                Creates.class.getName(),
                                folder.toString())
                        .redirectError(ProcessBuilder.Redirect.INHERIT)
                        .start();
        RingFile own = RingFile.create(folder);
        Path unclaimed = Files.createTempDirectory(folder, "millrace-ring-");
        try {
            assertThat(other.inputReader().readLine()).isEqualTo("created");
            new RingDirectory(folder);
            assertThat(folder.toFile().list()).as("used, or just begun").hasSize(3);
        } finally {
            other.destroyForcibly().waitFor();
        }
        Files.setLastModifiedTime(unclaimed, FileTime.fromMillis(0));
        new RingDirectory(folder);
        assertThat(folder).isDirectoryContaining(each -> own.path().startsWith(each));
        assertThat(folder.toFile().list()).hasSize(1);
        own.delete();
        assertThat(folder).isEmptyDirectory();
    }

    @Test
    void anotherFileIsNotOpened() throws Exception {
        RingFile file = RingFile.create(folder);
        byte[] token = file.token().clone();
        token[0]++;
        assertThatThrownBy(() -> RingFile.open(file.path(), token))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("is not the file of the other worker");
        Files.write(file.path(), new byte[10]);
        assertThatThrownBy(() -> RingFile.open(file.path(), file.token()))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("is not the file of the other worker");
    }

    @Test
    void aFileThatCannotBeMadeLeavesNothing() {
        assertThatThrownBy(() -> RingFile.create(folder.resolve("missing")))
                .isInstanceOf(IOException.class);
        assertThat(folder).isEmptyDirectory();
    }
}
