package io.millrace.records.paged;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.millrace.records.config.JobSchema;
import io.millrace.records.config.PagedKeys;
import io.millrace.records.schema.Column;
import io.millrace.records.schema.Schema;
import io.millrace.records.schema.SchemaException;
import java.io.IOException;
import java.net.URLDecoder;
import java.net.URLEncoder;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.util.StringUtils.TraditionalBinaryPrefix;

/** The settings of paged files in a job's configuration. */
public final class PagedSettings {

    private PagedSettings() {}

    /**
     * The form of the files that a job writes.
     *
     * @throws IOException if a setting is not valid
     */
    public static PagedOptions options(Configuration conf) throws IOException {
        Schema schema = JobSchema.of(conf);
        String codec = conf.getTrimmed(PagedKeys.CODEC, PageCodec.NONE.toString());
        List<String> all = schema.columns().stream().map(Column::name).toList();
        return new PagedOptions(
                schema,
                PageCodec.of(codec)
                        .orElseThrow(() ->
                                new IOException(
                                        "%s is '%s'; allowed: %s."
                                                .formatted(
                                                        PagedKeys.CODEC,
                                                        codec,
                                                        PageCodec.names()))),
                pageBytes(conf),
                columns(conf, PagedKeys.ZONES, schema, all),
                columns(conf, PagedKeys.FILTERS, schema, List.of()),
                sources(conf));
    }

    private static int pageBytes(Configuration conf) throws IOException {
        return bytes(
                conf,
                PagedKeys.PAGE_BYTES,
                PagedKeys.DEFAULT_PAGE_BYTES,
                PagedKeys.MIN_PAGE_BYTES,
                PagedKeys.MAX_PAGE_BYTES);
    }

    static int gapBytes(Configuration conf) throws IOException {
        return bytes(
                conf, PagedKeys.GAP_BYTES, PagedKeys.DEFAULT_GAP_BYTES, 0, PagedKeys.MAX_GAP_BYTES);
    }

    private static int bytes(Configuration conf, String key, int usual, int min, int max)
            throws IOException {
        String set = conf.getTrimmed(key, String.valueOf(usual));
        long bytes;
        try {
            bytes = TraditionalBinaryPrefix.string2long(set.replaceFirst("(?i) *b$", ""));
        } catch (IllegalArgumentException e) {
            bytes = -1;
        }
        if (bytes < min || bytes > max) {
            throw new IOException(
                    "%s is '%s'; allowed: %d to %d bytes, as in 64k."
                            .formatted(key, set, min, max));
        }
        return (int) bytes;
    }

    private static List<Integer> columns(
            Configuration conf, String key, Schema schema, List<String> names) throws IOException {
        List<String> chosen = conf.get(key) == null ? names : List.of(conf.getTrimmedStrings(key));
        List<Integer> columns = new ArrayList<>();
        for (String name : chosen) {
            try {
                columns.add(schema.indexOf(name));
            } catch (SchemaException e) {
                throw new IOException(key + ": " + e.getMessage(), e);
            }
        }
        return columns.stream().distinct().toList();
    }

    /** Stores the sources of the files that a job writes. */
    public static void setSources(Configuration conf, List<SourceFile> sources) {
        conf.setStrings(
                PagedKeys.SOURCES,
                sources.stream()
                        .flatMap(each ->
                                Stream.of(
                                        escaped(each.path()),
                                        String.valueOf(each.length()),
                                        String.valueOf(each.modified())))
                        .toArray(String[]::new));
    }

    private static String escaped(String path) {
        return URLEncoder.encode(path, UTF_8);
    }

    private static List<SourceFile> sources(Configuration conf) {
        String[] parts = conf.getStrings(PagedKeys.SOURCES, new String[0]);
        return IntStream.range(0, parts.length / 3)
                .mapToObj(i ->
                        new SourceFile(
                                URLDecoder.decode(parts[3 * i], UTF_8),
                                Long.parseLong(parts[3 * i + 1]),
                                Long.parseLong(parts[3 * i + 2])))
                .toList();
    }
}
