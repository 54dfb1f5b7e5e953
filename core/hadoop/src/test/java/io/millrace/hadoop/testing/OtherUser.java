package io.millrace.hadoop.testing;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;

/**
 * Another user of the machine, who is none of this process's friends. Only root can be somebody
 * else; tests that need one are skipped for others.
 */
public final class OtherUser {

    private static final String ID = "12345";
    private static final List<Path> SETPRIV =
            List.of(Path.of("/usr/bin/setpriv"), Path.of("/bin/setpriv"));

    private final Path setpriv;

    private OtherUser(Path setpriv) {
        this.setpriv = setpriv;
    }

    /** Skips the test if there can be none. */
    public static OtherUser orSkip() {
        Path found = SETPRIV.stream().filter(Files::isExecutable).findFirst().orElse(null);
        assumeTrue(
                System.getProperty("user.name").equals("root") && found != null,
                "only root, with setpriv, can attack as another user of the machine");
        return new OtherUser(found);
    }

    /** A directory in {@code parent} that everybody may write, as {@code /tmp}. */
    public static Path sticky(Path parent) throws IOException, InterruptedException {
        Files.setPosixFilePermissions(parent, PosixFilePermissions.fromString("rwxr-xr-x"));
        Path made = Files.createDirectory(parent.resolve("shared"));
        assertThat(new ProcessBuilder("chmod", "1777", made.toString()).start().waitFor()).isZero();
        return made;
    }

    /** Has the user do something in a directory, which must succeed. */
    public void does(Path directory, String script) throws IOException, InterruptedException {
        Process process = begins(directory, script);
        String printed =
                new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(process.waitFor()).as(printed).isZero();
    }

    /** Has the user begin something, which whoever calls has to end. */
    public Process begins(Path directory, String script) throws IOException {
        return new ProcessBuilder(
                        setpriv.toString(),
                        "--reuid=" + ID,
                        "--regid=" + ID,
                        "--clear-groups",
                        "sh",
                        "-c",
                        script)
                .directory(directory.toFile())
                .redirectErrorStream(true)
                .start();
    }
}
