package io.millrace.records.paged;

import io.millrace.records.schema.Schema;
import java.io.Closeable;
import java.io.EOFException;
import java.io.IOException;
import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FSDataInputStream;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;

/** An open paged file. Used by one thread at a time. */
public final class PagedFile implements Closeable {

    private final Path path;
    private final FSDataInputStream in;
    private final Footer footer;

    private PagedFile(Path path, FSDataInputStream in, long length) throws IOException {
        this.path = path;
        this.in = in;
        footer = readFooter(length);
    }

    /**
     * Opens a file and reads its footer.
     *
     * @throws BadPagedFileException if the file is not a paged file, or is damaged
     */
    public static PagedFile open(Path path, Configuration conf) throws IOException {
        FileSystem files = path.getFileSystem(conf);
        long length = files.getFileStatus(path).getLen();
        FSDataInputStream in = files.open(path);
        try {
            return new PagedFile(path, in, length);
        } catch (Throwable e) {
            in.close();
            throw e;
        }
    }

    /** The schema of the records. */
    public Schema schema() {
        return footer.schema();
    }

    /** The files whose records the file contains, if the program that wrote it named them. */
    public List<SourceFile> sources() {
        return footer.sources();
    }

    /** Number of pages. */
    public int pageCount() {
        return footer.pages().size();
    }

    /** The pages that start in {@code [from, to)}. */
    List<PageEntry> pages(long from, long to) {
        return footer.pages().stream()
                .filter(page -> page.offset() >= from && page.offset() < to)
                .toList();
    }

    Path path() {
        return path;
    }

    Footer footer() {
        return footer;
    }

    /** Fills part of an array with the bytes from an offset of the file. */
    void read(long offset, byte[] bytes, int length) throws IOException {
        try {
            in.readFully(offset, bytes, 0, length);
        } catch (EOFException e) {
            BadPagedFileException failure =
                    new BadPagedFileException(
                            path,
                            offset,
                            "The file ends before the %d bytes that its footer names here. %s"
                                    .formatted(length, BadPagedFileException.DAMAGED));
            failure.initCause(e);
            throw failure;
        }
    }

    private Footer readFooter(long length) throws IOException {
        if (length < FileTail.BYTES) {
            throw FileTail.notPaged(path, length);
        }
        byte[] end = new byte[FileTail.BYTES];
        read(length - end.length, end, end.length);
        FileTail tail = FileTail.read(path, length, end);
        byte[] bytes = new byte[tail.footerLength()];
        read(tail.footerAt(), bytes, bytes.length);
        if (!tail.fits(bytes)) {
            throw new BadPagedFileException(
                    path,
                    tail.footerAt(),
                    "The footer has another checksum than the end of the file says. "
                            + BadPagedFileException.DAMAGED);
        }
        try {
            Footer read = FooterBytes.read(bytes, "the footer of " + path);
            if (!read.fits(tail.footerAt())) {
                throw new IOException("its pages and filters do not lie before it in the file");
            }
            return read;
        } catch (IOException | RuntimeException e) {
            BadPagedFileException failure =
                    new BadPagedFileException(
                            path,
                            tail.footerAt(),
                            "The footer cannot be read: %s. %s"
                                    .formatted(e.getMessage(), BadPagedFileException.DAMAGED));
            failure.initCause(e);
            throw failure;
        }
    }

    @Override
    public void close() throws IOException {
        in.close();
    }
}
