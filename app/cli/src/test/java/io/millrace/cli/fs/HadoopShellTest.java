package io.millrace.cli.fs;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.ResourceLock;
import org.junit.jupiter.api.parallel.Resources;

@Tag("jdk")
class HadoopShellTest {

    private static final int DISK = 64 << 10;

    @TempDir Path folder;

    @Test
    @ResourceLock(Resources.SYSTEM_ERR)
    void aFullDiskIsOneLine() throws Exception {
        Path disk = Files.createDirectory(folder.resolve("disk"));
        Path big = Files.write(folder.resolve("big"), new byte[2 * DISK]);
        assumeTrue(mount(disk), "only root can mount a small disk");
        try {
            String target = disk.resolve("copy").toString();
            ByteArrayOutputStream printed = new ByteArrayOutputStream();
            assertThat(put(big.toString(), target, printed)).isEqualTo(1);
            assertThat(printed.toString(StandardCharsets.UTF_8).lines())
                    .containsExactly(
                            "millrace: " + target + " was not written: No space left on device");
        } finally {
            ended("umount", "-l", disk.toString()); // the shell leaves a file open
        }
    }

    private static int put(String from, String to, ByteArrayOutputStream printed) throws Exception {
        PrintStream before = System.err;
        System.setErr(new PrintStream(printed, true, StandardCharsets.UTF_8));
        try {
            return HadoopShell.run(List.of("-put", from, to));
        } finally {
            System.setErr(before);
        }
    }

    private static boolean mount(Path disk) throws InterruptedException {
        return ended("mount", "-t", "tmpfs", "-o", "size=" + DISK, "tmpfs", disk.toString());
    }

    private static boolean ended(String... command) throws InterruptedException {
        try {
            return new ProcessBuilder(command).start().waitFor() == 0;
        } catch (IOException e) {
            return false; // this system has no such command
        }
    }
}
