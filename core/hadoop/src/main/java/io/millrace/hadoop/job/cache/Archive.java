package io.millrace.hadoop.job.cache;

import io.millrace.engine.task.Cancellation;
import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collections;
import java.util.Locale;
import java.util.regex.Pattern;
import java.util.zip.GZIPInputStream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipFile;
import org.apache.commons.compress.archivers.tar.TarArchiveEntry;
import org.apache.commons.compress.archivers.tar.TarArchiveInputStream;
import org.apache.commons.compress.archivers.tar.TarConstants;
import org.apache.hadoop.fs.FileUtil;
import org.apache.hadoop.util.RunJar;
import org.jspecify.annotations.Nullable;

/**
 * Unpacks archives, which it distinguishes by name as a cluster does: jar, zip, tar, tar.gz, tgz.
 * Tar archives are read by Commons Compress, which every Hadoop client has on its class path.
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
        try (InputStream in = decompressed(new BufferedInputStream(Files.newInputStream(packed)));
                TarArchiveInputStream tar =
                        new TarArchiveInputStream(
                                new CancelledInput(in), StandardCharsets.UTF_8.name())) {
            for (TarArchiveEntry entry = next(tar); entry != null; entry = next(tar)) {
                add(entry, tar, tree);
            }
        }
        tree.finish();
    }

    /** The next entry, or null at the end. */
    private static @Nullable TarArchiveEntry next(TarArchiveInputStream tar) throws IOException {
        TarArchiveEntry entry;
        try {
            entry = tar.getNextEntry();
        } catch (IOException | IllegalArgumentException e) {
            throw new IOException(
                    "the next header cannot be read (%s); this is not a tar archive, or it is damaged"
                            .formatted(e.getMessage()),
                    e);
        }
        if (entry != null && !entry.isCheckSumOK()) {
            throw new IOException("a header has a wrong checksum; this is not a tar archive");
        }
        return entry;
    }

    private static void add(TarArchiveEntry entry, InputStream content, ArchiveTree tree)
            throws IOException {
        String name = entry.getName();
        switch (entry.getLinkFlag()) {
            case TarConstants.LF_SYMLINK -> tree.symbolicLink(name, entry.getLinkName());
            case TarConstants.LF_LINK -> tree.hardLink(name, entry.getLinkName());
            case TarConstants.LF_DIR -> tree.directory(name);
            case TarConstants.LF_OLDNORM, TarConstants.LF_NORMAL, TarConstants.LF_CONTIG -> {
                if (entry.isSparse()) {
                    throw unsupported(name);
                } else if (name.endsWith("/")) {
                    tree.directory(name);
                } else {
                    tree.file(name, content);
                }
            }
            default -> throw unsupported(name);
        }
    }

    private static IOException unsupported(String name) {
        return new IOException(
                "entry "
                        + name
                        + " is not a file, directory or link; pack the archive"
                        + " without devices and sparse files");
    }

    private static InputStream decompressed(BufferedInputStream in) throws IOException {
        in.mark(2);
        boolean gzip = in.read() == GZIP_FIRST && in.read() == GZIP_SECOND;
        in.reset();
        return gzip ? new GZIPInputStream(in) : in;
    }

    /** Notices that the attempt that unpacks is no longer wanted. */
    private static final class CancelledInput extends InputStream {

        private final Cancellation cancellation = Cancellation.here();
        private final InputStream in;

        CancelledInput(InputStream in) {
            this.in = in;
        }

        @Override
        public int read() throws IOException {
            return in.read();
        }

        @Override
        public int read(byte[] into, int offset, int length) throws IOException {
            int read = in.read(into, offset, length);
            cancellation.bytes(Math.min(Math.max(0, read), Cancellation.BYTES));
            return read;
        }
    }
}
