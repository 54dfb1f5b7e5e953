package io.millrace.cli.jar;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.jar.JarOutputStream;
import java.util.zip.ZipEntry;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ClaimedRunJarTest {

    @TempDir Path temporary;

    @Test
    void whatKilledProcessesUnpackedIsDeletedAndNothingElse() throws Exception {
        Path jar = temporary.resolve("a.jar");
        try (JarOutputStream out = new JarOutputStream(Files.newOutputStream(jar))) {
            out.putNextEntry(new ZipEntry("inside"));
        }
        Path ofAnotherTool = folder("hadoop-unjar1");
        Path ofTheDead = folder("hadoop-unjar2");
        Files.createFile(ofTheDead.resolve(".in-use-1"));
        Path ofTheLiving = folder("hadoop-unjar3");
        new ClaimedRunJar().unJar(jar.toFile(), ofTheLiving.toFile());
        Path own = folder("hadoop-unjar4");
        new ClaimedRunJar().unJar(jar.toFile(), own.toFile());
        assertThat(own.resolve("inside")).exists();
        assertThat(ofTheLiving.resolve("inside")).exists();
        assertThat(ofAnotherTool).exists();
        assertThat(ofTheDead).doesNotExist();
    }

    private Path folder(String name) throws IOException {
        Path folder =
                Files.createDirectory(
                        temporary.resolve(name),
                        PosixFilePermissions.asFileAttribute(
                                PosixFilePermissions.fromString("rwx------")));
        Files.createFile(folder.resolve("file"));
        return folder;
    }
}
