package io.millrace.exchange.tls;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@Tag("jdk")
class KeytoolTest {

    @TempDir Path java;

    @Test
    void aJavaWithoutTheProgramIsAClearError() {
        assertThatThrownBy(() -> new Keytool(java).make("password"))
                .isInstanceOf(IOException.class)
                .hasMessageContaining(java.resolve("bin").resolve("keytool").toString())
                .hasMessageContaining("set millrace.exchange.tls=false");
    }

    @Test
    void aProgramThatFailsIsQuotedAndLeavesNothing() throws Exception {
        Path directories = Files.createDirectory(java.resolve("directories"));
        Path bin = Files.createDirectory(java.resolve("bin"));
        Path program = Files.createFile(bin.resolve("keytool"));
        Files.setPosixFilePermissions(program, PosixFilePermissions.fromString("rwx------"));
        Files.writeString(
                program,
                "#!/bin/sh\nfor last; do :; done\ndirname \"$last\" >"
                        + directories.resolve("used")
                        + "\necho 'no entropy is left'\nexit 3\n");
        assertThatThrownBy(() -> new Keytool(java).make("password"))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("ended with 3: no entropy is left");
        String used = Files.readString(directories.resolve("used")).strip();
        assertThat(used).contains("millrace-tls");
        assertThat(Path.of(used)).doesNotExist();
    }
}
