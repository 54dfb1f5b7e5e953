package io.millrace.hadoop.job.cache;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.Random;
import java.util.zip.GZIPOutputStream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;
import org.apache.commons.compress.archivers.tar.TarArchiveEntry;
import org.apache.commons.compress.archivers.tar.TarArchiveOutputStream;
import org.apache.commons.compress.archivers.tar.TarConstants;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Archives made by another implementation, good ones and such as want to get out. */
class ArchiveTest {

    private static final String LONG = "folder/".repeat(40) + "file";

    @TempDir Path directory;

    @ParameterizedTest
    @ValueSource(
            ints = {TarArchiveOutputStream.LONGFILE_GNU, TarArchiveOutputStream.LONGFILE_POSIX})
    void tarsAreUnpackedWithLongNamesAndLinks(int longNames) throws IOException {
        byte[] large = new byte[100_000];
        new Random(1).nextBytes(large);
        for (String name : new String[] {"a.tar", "a.tar.gz", "a.tgz"}) {
            Path packed = directory.resolve(longNames + name);
            try (TarArchiveOutputStream out = tar(packed, longNames)) {
                folder(out, "./");
                file(out, "./large", large);
                file(out, "empty", new byte[0]);
                file(out, LONG, bytes("deep"));
                link(out, TarConstants.LF_SYMLINK, "soft", "folder/../large");
                link(out, TarConstants.LF_SYMLINK, "folder/up", "../empty");
                link(out, TarConstants.LF_SYMLINK, "dangling", "nothing");
                link(out, TarConstants.LF_LINK, "hard", "./large");
                file(out, "twice", bytes("first"));
                file(out, "twice", bytes("second"));
            }
            Path target = directory.resolve(longNames + name + "-unpacked");
            assertThat(Archive.unpack(packed, target)).isTrue();
            assertThat(target.resolve("large")).hasBinaryContent(large);
            assertThat(target.resolve("empty")).isEmptyFile();
            assertThat(target.resolve(LONG)).hasContent("deep");
            assertThat(target.resolve("soft")).isSymbolicLink().hasBinaryContent(large);
            assertThat(target.resolve("folder/up")).isEmptyFile();
            assertThat(target.resolve("hard")).hasBinaryContent(large);
            assertThat(target.resolve("twice")).hasContent("second");
            assertThat(Files.isSymbolicLink(target.resolve("dangling"))).isTrue();
        }
    }

    /** In a locale without such letters a clear failure, and not a file of another name. */
    @Test
    void namesInAnyScriptAreKeptIfTheLocaleHasThem() throws IOException {
        Path packed = directory.resolve("letters.tar");
        try (TarArchiveOutputStream out = tar(packed, TarArchiveOutputStream.LONGFILE_POSIX)) {
            file(out, "müsli", bytes("ü"));
        }
        Path target = directory.resolve("letters");
        Charset names = Charset.forName(System.getProperty("sun.jnu.encoding"));
        if (names.newEncoder().canEncode('ü')) {
            assertThat(Archive.unpack(packed, target)).isTrue();
            assertThat(target.resolve("müsli")).hasContent("ü");
        } else {
            assertThatThrownBy(() -> Archive.unpack(packed, target))
                    .isInstanceOf(IOException.class)
                    .hasMessageContaining("müsli has a name that the file system cannot represent")
                    .hasMessageContaining("LC_ALL=C.UTF-8");
        }
    }

    @Test
    void zipsAndJarsAreUnpackedAndOtherNamesAreNot() throws IOException {
        for (String name : new String[] {"a.zip", "a.jar", "A.ZIP"}) {
            Path packed = zip(name, "folder/file");
            Path target = directory.resolve(name + "-unpacked");
            assertThat(Archive.unpack(packed, target)).isTrue();
            assertThat(target.resolve("folder/file")).hasContent("folder/file");
        }
        assertThat(Archive.unpack(zip("a.txt", "file"), directory.resolve("none"))).isFalse();
        assertThat(directory.resolve("none")).doesNotExist();
    }

    @ParameterizedTest
    @ValueSource(strings = {"../escaped", "a/../../escaped", "a/..", "/escaped", "/tmp/escaped"})
    void namesThatLeadOutAreRefusedInEveryKindOfArchive(String name) throws IOException {
        for (String kind : new String[] {"evil.zip", "evil.jar"}) {
            refused(zip(kind, name), name);
        }
        Path packed = directory.resolve("evil.tar");
        try (TarArchiveOutputStream out = tar(packed, TarArchiveOutputStream.LONGFILE_GNU)) {
            TarArchiveEntry entry = new TarArchiveEntry(name, true);
            entry.setSize(4);
            out.putArchiveEntry(entry);
            out.write(bytes("evil"));
            out.closeArchiveEntry();
        }
        refused(packed, name);
    }

    /** The library drops the first slash of names that do not fit into a header. */
    @Test
    void aLongAbsoluteNameStaysInTheTarget() throws IOException {
        Path packed = directory.resolve("long.tar");
        try (TarArchiveOutputStream out = tar(packed, TarArchiveOutputStream.LONGFILE_GNU)) {
            TarArchiveEntry entry = new TarArchiveEntry("/" + LONG, true);
            entry.setSize(4);
            out.putArchiveEntry(entry);
            out.write(bytes("deep"));
            out.closeArchiveEntry();
        }
        Path target = directory.resolve("long");
        assertThat(Archive.unpack(packed, target)).isTrue();
        assertThat(target.resolve(LONG)).hasContent("deep");
        assertThat(Path.of("/" + LONG)).doesNotExist();
    }

    @ParameterizedTest
    @ValueSource(strings = {"/etc", "..", "../outside", "inside/../../outside", "inside/up/.."})
    void linksThatLeadOutAreRefused(String to) throws IOException {
        Path packed = directory.resolve("evil.tar");
        try (TarArchiveOutputStream out = tar(packed, TarArchiveOutputStream.LONGFILE_GNU)) {
            folder(out, "inside/");
            link(out, TarConstants.LF_SYMLINK, "inside/up", "..");
            link(out, TarConstants.LF_SYMLINK, "link", to);
        }
        refused(packed, "link");
    }

    @Test
    void nothingIsWrittenThroughALink() throws IOException {
        Path outside = Files.createDirectory(directory.resolve("outside"));
        Path packed = directory.resolve("evil.tar");
        try (TarArchiveOutputStream out = tar(packed, TarArchiveOutputStream.LONGFILE_GNU)) {
            link(out, TarConstants.LF_SYMLINK, "link", outside.toString());
            file(out, "link/escaped", bytes("evil"));
        }
        refused(packed, "leads through the link");
        assertThat(outside).isEmptyDirectory();
    }

    @Test
    void aFileReplacesALinkOfItsName() throws IOException {
        Path outside = Files.writeString(directory.resolve("outside"), "untouched");
        Path packed = directory.resolve("evil.tar");
        try (TarArchiveOutputStream out = tar(packed, TarArchiveOutputStream.LONGFILE_GNU)) {
            link(out, TarConstants.LF_SYMLINK, "name", outside.toString());
            file(out, "name", bytes("content"));
        }
        Path target = directory.resolve("unpacked");
        Archive.unpack(packed, target);
        assertThat(target.resolve("name")).isRegularFile().hasContent("content");
        assertThat(Files.isSymbolicLink(target.resolve("name"))).isFalse();
        assertThat(outside).hasContent("untouched");
    }

    @ParameterizedTest
    @ValueSource(strings = {"/etc/hostname", "../outside", "later"})
    void hardLinksOnlyGoToFilesOfTheArchive(String to) throws IOException {
        Files.writeString(directory.resolve("outside"), "secret");
        Path packed = directory.resolve("evil.tar");
        try (TarArchiveOutputStream out = tar(packed, TarArchiveOutputStream.LONGFILE_GNU)) {
            link(out, TarConstants.LF_LINK, "link", to);
            file(out, "later", bytes("content"));
        }
        refused(packed, to);
    }

    @Test
    void devicesAndDamageAreRefused() throws IOException {
        Path device = directory.resolve("device.tar");
        try (TarArchiveOutputStream out = tar(device, TarArchiveOutputStream.LONGFILE_GNU)) {
            out.putArchiveEntry(new TarArchiveEntry("pipe", TarConstants.LF_FIFO));
            out.closeArchiveEntry();
        }
        refused(device, "is not a file, directory or link");
        Path cut = directory.resolve("cut.tar");
        try (TarArchiveOutputStream out = tar(cut, TarArchiveOutputStream.LONGFILE_GNU)) {
            file(out, "file", new byte[5000]);
        }
        byte[] all = Files.readAllBytes(cut);
        Files.write(cut, java.util.Arrays.copyOf(all, 2000));
        refused(cut, "Truncated TAR archive");
        Files.writeString(directory.resolve("no.tar"), "no tar ".repeat(200));
        refused(directory.resolve("no.tar"), "not a tar archive");
    }

    private void refused(Path packed, String named) throws IOException {
        Path target = Files.createTempDirectory(directory, "target").resolve("deep/in/here");
        assertThatThrownBy(() -> Archive.unpack(packed, target))
                .isInstanceOf(IOException.class)
                .hasMessageContaining(packed.toString())
                .hasMessageContaining(named);
        try (var files = Files.walk(directory)) {
            assertThat(files.filter(file -> !file.startsWith(target)))
                    .noneMatch(file -> file.endsWith("escaped"));
        }
        assertThat(Files.exists(Path.of("/tmp/escaped"), LinkOption.NOFOLLOW_LINKS)).isFalse();
    }

    private static TarArchiveOutputStream tar(Path file, int longNames) throws IOException {
        OutputStream raw = Files.newOutputStream(file);
        TarArchiveOutputStream out =
                new TarArchiveOutputStream(
                        file.toString().endsWith("gz") ? new GZIPOutputStream(raw) : raw, "UTF-8");
        out.setLongFileMode(longNames);
        out.setAddPaxHeadersForNonAsciiNames(longNames == TarArchiveOutputStream.LONGFILE_POSIX);
        return out;
    }

    private static void folder(TarArchiveOutputStream out, String name) throws IOException {
        out.putArchiveEntry(new TarArchiveEntry(name));
        out.closeArchiveEntry();
    }

    private static void file(TarArchiveOutputStream out, String name, byte[] content)
            throws IOException {
        TarArchiveEntry entry = new TarArchiveEntry(name);
        entry.setSize(content.length);
        out.putArchiveEntry(entry);
        out.write(content);
        out.closeArchiveEntry();
    }

    private static void link(TarArchiveOutputStream out, byte kind, String name, String to)
            throws IOException {
        TarArchiveEntry entry = new TarArchiveEntry(name, kind);
        entry.setLinkName(to);
        out.putArchiveEntry(entry);
        out.closeArchiveEntry();
    }

    private Path zip(String file, String entry) throws IOException {
        Path zip = directory.resolve(file);
        try (ZipOutputStream out = new ZipOutputStream(Files.newOutputStream(zip))) {
            out.putNextEntry(new ZipEntry(entry));
            out.write(bytes(entry));
            out.closeEntry();
        }
        return zip;
    }

    private static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }
}
