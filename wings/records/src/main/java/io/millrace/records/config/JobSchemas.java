package io.millrace.records.config;

import io.millrace.records.schema.Schema;
import java.io.IOException;
import java.net.URLDecoder;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;
import org.jspecify.annotations.Nullable;

/**
 * The schemas of a job with several inputs: that of the job, and those of its inputs that have
 * their own. Immutable.
 */
public final class JobSchemas {

    static final String KEY = "millrace.records.schemas";

    private static final String INPUT = "input ";

    private final @Nullable Schema common;
    private final Map<String, Schema> own;

    private JobSchemas(@Nullable Schema common, Map<String, Schema> own) {
        this.common = common;
        this.own = own;
    }

    /**
     * Stores the schema of an input, in place of an earlier one.
     *
     * @param input a file or a directory, not a pattern
     */
    public static void set(Configuration conf, Path input, Schema schema) throws IOException {
        Map<String, Schema> all = new TreeMap<>(own(conf));
        all.put(input.getFileSystem(conf).makeQualified(input).toString(), schema);
        StringBuilder text = new StringBuilder();
        all.forEach((path, each) ->
                text.append(INPUT)
                        .append(URLEncoder.encode(path, StandardCharsets.UTF_8))
                        .append('\n')
                        .append(each));
        conf.set(KEY, text.toString());
    }

    /**
     * The schemas of a job.
     *
     * @throws IOException if the file with that of the job cannot be read
     * @throws io.millrace.records.schema.SchemaException if one is not valid
     */
    public static JobSchemas of(Configuration conf) throws IOException {
        Map<String, Schema> own = own(conf);
        return new JobSchemas(own.isEmpty() ? JobSchema.of(conf) : JobSchema.find(conf), own);
    }

    private static Map<String, Schema> own(Configuration conf) {
        Map<String, Schema> own = new TreeMap<>();
        // Without substitution, as for the schema of a job.
        String text = conf.getRaw(KEY);
        if (text == null) {
            return own;
        }
        for (String part : text.split("(^|(?<=\n))" + INPUT, -1)) {
            int end = part.indexOf('\n');
            if (end > 0) {
                own.put(
                        URLDecoder.decode(part.substring(0, end), StandardCharsets.UTF_8),
                        Schema.parse(part.substring(end + 1), KEY));
            }
        }
        return own;
    }

    /** All of them. */
    public List<Schema> all() {
        List<Schema> all = new ArrayList<>(own.values());
        if (common != null) {
            all.add(common);
        }
        return all;
    }

    /**
     * The schema of a file: that of the file, or else of the nearest directory above it, or else of
     * the job.
     *
     * @throws IOException if it has none
     */
    public Schema of(Path file) throws IOException {
        for (Path at = file; at != null && !own.isEmpty(); at = at.getParent()) {
            Schema schema = own.get(at.toString());
            if (schema != null) {
                return schema;
            }
        }
        if (common == null) {
            throw new IOException(
                    "The input file %s has no schema: neither it nor a directory above it was given one, and the job has none. Call setSchema with its input path."
                            .formatted(file));
        }
        return common;
    }
}
