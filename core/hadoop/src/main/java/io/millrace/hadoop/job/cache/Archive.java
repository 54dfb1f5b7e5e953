package io.millrace.hadoop.job.cache;

import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collections;
import java.util.Locale;
import java.util.regex.Pattern;
import java.util.zip.GZIPInputStream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipFile;
import org.apache.hadoop.fs.FileUtil;
import org.apache.hadoop.util.RunJar;

/**
 * Unpacks archives, which it distinguishes by name as a cluster does: jar, zip, tar, tar.gz, tgz.
 */
final class Archive {

    private static final Pattern EVERYTHING = Pattern.compile(".*", Pattern.DOTALL);
    private static final int GZIP_FIRST = 0x1f;
    private static final int GZIP_SECOND = 0x8b;

    private Archive() {}

    /**
     * Unpacks {@code packed} into the new directory {@code target}.
     *
     * @return false, without doing anything, if its name is not that of an archive
     * @throws IOException if it cannot be read, or if an entry leads out of the target
     */
    static boolean unpack(Path packed, Path target) throws IOException {
        String name = String.valueOf(packed.getFileName()).toLowerCase(Locale.ROOT);
        try {
            if (name.endsWith(".jar")) {
                checkNames(packed);
                RunJar.unJar(packed.toFile(), target.toFile(), EVERYTHING);
            } else if (name.endsWith(".zip")) {
                checkNames(packed);
                FileUtil.unZip(packed.toFile(), target.toFile());
            } else if (name.endsWith(".tar") || name.endsWith(".tar.gz") || name.endsWith(".tgz")) {
                unpackTar(packed, target);
            } else {
                return false;
            }
        } catch (IOException e) {
            throw new IOException(
                    "archive " + packed + " cannot be unpacked: " + e.getMessage(), e);
        }
        Files.createDirectories(target); // an archive may be empty
        return true;
    }

    /**
     * Hadoop's unpackers reject most names that lead out, but treat an absolute name as relative.
     */
    private static void checkNames(Path packed) throws IOException {
        try (ZipFile zip = new ZipFile(packed.toFile())) {
            for (ZipEntry entry : Collections.list(zip.entries())) {
                ArchiveTree.check(entry.getName());
            }
        }
    }

    private static void unpackTar(Path packed, Path target) throws IOException {
        ArchiveTree tree = new ArchiveTree(target);
        try (InputStream in = decompressed(new BufferedInputStream(Files.newInputStream(packed)))) {
            TarReader reader = new TarReader(in);
            for (TarReader.Entry entry = reader.next(); entry != null; entry = reader.next()) {
                add(entry, reader, tree);
            }
        }
        tree.finish();
    }

    private static void add(TarReader.Entry entry, TarReader reader, ArchiveTree tree)
            throws IOException {
        switch (entry.type()) {
            case FILE -> tree.file(entry.name(), reader.content());
            case DIRECTORY -> tree.directory(entry.name());
            case SYMBOLIC_LINK -> tree.symbolicLink(entry.name(), entry.linkName());
            case HARD_LINK -> tree.hardLink(entry.name(), entry.linkName());
            case OTHER ->
                    throw new IOException(
                            "entry "
                                    + entry.name()
                                    + " is not a file, directory or link; pack the archive"
                                    + " without devices and sparse files");
        }
    }

    private static InputStream decompressed(BufferedInputStream in) throws IOException {
        in.mark(2);
        boolean gzip = in.read() == GZIP_FIRST && in.read() == GZIP_SECOND;
        in.reset();
        return gzip ? new GZIPInputStream(in) : in;
    }
}
