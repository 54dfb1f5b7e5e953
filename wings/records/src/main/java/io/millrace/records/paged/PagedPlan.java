package io.millrace.records.paged;

import io.millrace.records.config.JobPredicate;
import io.millrace.records.config.JobSchema;
import io.millrace.records.predicate.RecordTest;
import io.millrace.records.schema.Schema;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.BlockLocation;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.Path;
import org.jspecify.annotations.Nullable;

/**
 * Divides paged files into pieces of pages that may match a job's predicate. Pieces begin and end
 * at pages. Used by one thread.
 */
public final class PagedPlan {

    private final Configuration conf;
    private final SourceCheck sources;
    private @Nullable Schema schema;
    private String schemaOf = "the job";
    private long skippedPages;
    private long skippedBytes;

    /** A plan for the input of a job. */
    public PagedPlan(Configuration conf) throws IOException {
        this.conf = conf;
        sources = new SourceCheck(conf);
        Schema own = JobSchema.find(conf);
        schema = own == null ? null : own.withoutHeader();
    }

    /**
     * A piece of a file, for a map task.
     *
     * @param hosts the nodes with its first bytes
     */
    public record Piece(Path file, long start, long length, String[] hosts) {}

    /** Number of pages of the files so far that are in no piece. */
    public long skippedPages() {
        return skippedPages;
    }

    /** Length of the pages that are in no piece. */
    public long skippedBytes() {
        return skippedBytes;
    }

    /**
     * The pieces of a file, of about {@code bytes} each.
     *
     * @throws BadPagedFileException if the file is damaged, does not have the schema of the job or
     *     of the files before, or if a source has changed since the file was written
     */
    public List<Piece> add(FileStatus status, BlockLocation[] blocks, long bytes)
            throws IOException {
        try (PagedFile file = PagedFile.open(status.getPath(), conf)) {
            requireSchema(file);
            sources.check(file);
            RecordTest where = JobPredicate.of(conf, file.schema());
            List<Piece> pieces = new ArrayList<>();
            PageEntry first = null;
            PageEntry last = null;
            for (PageEntry page : file.footer().pages()) {
                skippedPages++;
                skippedBytes += page.length();
                if (where != null && !where.mayMatch(new PageZones(file.footer(), page))) {
                    continue;
                }
                if (first == null || last == null || page.end() - first.offset() > bytes) {
                    if (first != null && last != null) {
                        pieces.add(piece(file, first, last, blocks));
                    }
                    first = page;
                }
                last = page;
            }
            if (first != null && last != null) {
                pieces.add(piece(file, first, last, blocks));
            }
            return pieces;
        }
    }

    /** The piece from a page to another, whose pages no longer count as skipped. */
    private Piece piece(PagedFile file, PageEntry first, PageEntry last, BlockLocation[] blocks)
            throws IOException {
        skippedPages -= file.pages(first.offset(), last.end()).size();
        skippedBytes -= last.end() - first.offset();
        return new Piece(
                file.path(),
                first.offset(),
                last.end() - first.offset(),
                hosts(first.offset(), blocks));
    }

    private static String[] hosts(long offset, BlockLocation[] blocks) throws IOException {
        for (BlockLocation block : blocks) {
            if (offset >= block.getOffset() && offset < block.getOffset() + block.getLength()) {
                return block.getHosts();
            }
        }
        return new String[0];
    }

    private void requireSchema(PagedFile file) throws BadPagedFileException {
        if (schema == null) {
            schema = file.schema();
            schemaOf = file.path().toString();
        } else if (!schema.toString().equals(file.schema().toString())) {
            throw new BadPagedFileException(
                    file.path(),
                    "The file does not have the schema of %s. %s Read the file with another job, or write it again with that schema."
                            .formatted(schemaOf, difference(schema, file.schema())));
        }
    }

    private static String difference(Schema expected, Schema found) {
        List<String> wanted = expected.toString().lines().toList();
        List<String> lines = found.toString().lines().toList();
        for (int i = 0; i < Math.max(wanted.size(), lines.size()); i++) {
            String one = i < wanted.size() ? wanted.get(i) : "";
            String two = i < lines.size() ? lines.get(i) : "";
            if (!one.equals(two)) {
                return "It has '%s' instead of '%s'.".formatted(two, one);
            }
        }
        return "";
    }
}
