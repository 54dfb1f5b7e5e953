package io.millrace.files.local;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.millrace.hadoop.testing.OtherUser;
import java.io.IOException;
import java.nio.file.FileSystemLoopException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@Tag("jdk")
class TrustedPathTest {

    private static final int ATTEMPTS = 300;

    @TempDir Path directory;

    private Path real;

    @BeforeEach
    void resolve() throws IOException {
        real = directory.toRealPath();
    }

    private static String mode(Path path) throws IOException {
        return PosixFilePermissions.toString(Files.getPosixFilePermissions(path));
    }

    private Path withMode(String name, String mode) throws IOException {
        Path made = Files.createDirectory(directory.resolve(name));
        Files.setPosixFilePermissions(made, PosixFilePermissions.fromString(mode));
        return made;
    }

    @Test
    void whatIsMissingIsMadeSoThatNobodyElseCanWriteIt() throws Exception {
        Path made = TrustedPath.make(directory.resolve("a/b/c"));
        assertThat(made).isEqualTo(real.resolve("a/b/c")).isDirectory();
        assertThat(mode(made)).endsWith("r-x").doesNotContain("-w");
        assertThat(TrustedPath.make(directory.resolve("a/./b/../b/c"))).isEqualTo(made);
        assertThatThrownBy(() -> TrustedPath.of(directory.resolve("a/none")))
                .isInstanceOf(NoSuchFileException.class);
    }

    @Test
    void aDirectoryThatEveryoneMayWriteIsNotTrustedNorIsAnythingBelow() throws Exception {
        Path open = withMode("open", "rwxrwxrwx");
        Path below = Files.createDirectory(open.resolve("below"));
        for (Path path : new Path[] {open, below, below.resolve("none")}) {
            assertThatThrownBy(() -> TrustedPath.make(path))
                    .isInstanceOf(UntrustedPathException.class)
                    .hasMessageContaining(path.toString())
                    .hasMessageContaining("is writable by every user");
        }
        assertThat(below.resolve("none")).doesNotExist();
    }

    @Test
    void aGroupOfTheUserAloneMayWrite() throws Exception {
        Path shared = withMode("shared", "rwxrwxr-x");
        FileOwner owner = FileOwner.of(shared);
        assertThat(new FileOwner(owner.uid(), "alice", "alice", owner.mode()).danger()).isNull();
        assertThat(new FileOwner(owner.uid(), "alice", "staff", owner.mode()).danger())
                .isEqualTo("is writable by group staff");
    }

    @Test
    void linksAreFollowedToWhereTheyLeadAndThatIsChecked() throws Exception {
        Files.createSymbolicLink(directory.resolve("good"), Path.of("target"));
        Files.createDirectory(directory.resolve("target"));
        assertThat(TrustedPath.make(directory.resolve("good/new")))
                .isEqualTo(real.resolve("target/new"));
        Files.createSymbolicLink(directory.resolve("bad"), withMode("open", "rwxrwxrwx"));
        assertThatThrownBy(() -> TrustedPath.of(directory.resolve("bad")))
                .isInstanceOf(UntrustedPathException.class)
                .hasMessageContaining(real.resolve("open").toString());
        Files.createSymbolicLink(directory.resolve("self"), Path.of("self"));
        assertThatThrownBy(() -> TrustedPath.of(directory.resolve("self")))
                .isInstanceOf(FileSystemLoopException.class);
    }

    @Test
    void aPrivateDirectoryIsTheUsersAlone() throws Exception {
        Path made = TrustedPath.makePrivate(directory.resolve("own"));
        assertThat(mode(made)).isEqualTo("rwx------");
        assertThat(TrustedPath.makePrivate(made)).isEqualTo(made);
        Path seen = withMode("seen", "rwxr-xr-x");
        Path link = Files.createSymbolicLink(directory.resolve("link"), made);
        for (Path other : new Path[] {seen, link}) {
            assertThatThrownBy(() -> TrustedPath.makePrivate(other))
                    .isInstanceOf(UntrustedPathException.class);
        }
    }

    @Test
    void aFreshDirectoryIsNewAndPrivate() throws Exception {
        Path made = TrustedPath.makeFresh("fresh");
        try {
            assertThat(TrustedPath.isPrivate(made)).isTrue();
            assertThat(made).isEqualTo(made.toRealPath()).isEmptyDirectory();
        } finally {
            Files.delete(made);
        }
    }

    @Test
    void whatAnotherUserMadeIsNotTrustedThoughNobodyElseMayWriteIt() throws Exception {
        OtherUser other = OtherUser.orSkip();
        Path shared = OtherUser.sticky(directory);
        assertThat(TrustedPath.make(shared.resolve("mine"))).isDirectory();
        other.does(shared, "mkdir -p theirs/below; chmod 755 theirs; ln -s mine/.. link");
        for (String name : new String[] {"theirs", "theirs/below", "theirs/new", "link"}) {
            assertThatThrownBy(() -> TrustedPath.make(shared.resolve(name)))
                    .as(name)
                    .isInstanceOf(UntrustedPathException.class)
                    .hasMessageContaining("belongs to user 12345");
        }
    }

    @Test
    void aDirectoryThatIsSwappedAllTheTimeIsNeverTakenForOnesOwn() throws Exception {
        OtherUser other = OtherUser.orSkip();
        Path shared = OtherUser.sticky(directory);
        other.does(shared, "mkdir trap; chmod 777 trap");
        Path own = Files.createDirectory(directory.resolve("own"));
        Process attack =
                other.begins(
                        shared,
                        "while :; do ln -s trap base; rm -f base; ln -s %s base; rm -f base; mkdir base; rmdir base; done 2>/dev/null"
                                .formatted(own));
        try {
            for (int i = 0; i < ATTEMPTS && attack.isAlive(); i++) {
                try {
                    Path made = TrustedPath.make(shared.resolve("base/job" + i));
                    assertThat(made).startsWith(shared.toRealPath().resolve("base"));
                    assertThat(FileOwner.of(made).danger()).isNull();
                    // It is this user's from now on, and cannot be moved away.
                    assertThat(FileOwner.of(made.getParent()).danger()).isNull();
                } catch (UntrustedPathException | NoSuchFileException e) {
                    assertThat(shared.resolve("trap")).isEmptyDirectory();
                }
            }
        } finally {
            attack.destroyForcibly().waitFor();
        }
        assertThat(shared.resolve("trap")).isEmptyDirectory();
        assertThat(own).isEmptyDirectory();
    }
}
