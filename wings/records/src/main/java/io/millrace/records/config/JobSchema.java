package io.millrace.records.config;

import io.millrace.records.schema.Schema;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FSDataInputStream;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.jspecify.annotations.Nullable;

/** The schema in a job's configuration: its text, or a file that contains it. */
public final class JobSchema {

    static final String TEXT = "millrace.records.schema";
    static final String FILE = "millrace.records.schema.file";

    private JobSchema() {}

    /** Stores a schema for a job. */
    public static void set(Configuration conf, Schema schema) {
        conf.set(TEXT, schema.toString());
    }

    /** Names the file with the schema of a job. */
    public static void setFile(Configuration conf, String file) {
        conf.set(FILE, file);
    }

    /**
     * The schema of a job.
     *
     * @throws IOException if there is none, or its file cannot be read
     * @throws io.millrace.records.schema.SchemaException if it is not valid
     */
    public static Schema of(Configuration conf) throws IOException {
        Schema schema = find(conf);
        if (schema == null) {
            throw new IOException(
                    "The job needs a schema, but neither %s nor %s is set. Set one, or call setSchema of the job's format."
                            .formatted(TEXT, FILE));
        }
        return schema;
    }

    /**
     * The schema of a job; null if it has none.
     *
     * @throws IOException if its file cannot be read
     * @throws io.millrace.records.schema.SchemaException if it is not valid
     */
    public static @Nullable Schema find(Configuration conf) throws IOException {
        // Without substitution: a schema may contain a dollar sign.
        String text = conf.getRaw(TEXT);
        if (text != null) {
            return Schema.parse(text, TEXT);
        }
        String file = conf.getTrimmed(FILE, "");
        return file.isEmpty() ? null : Schema.parse(read(new Path(file), conf), file);
    }

    private static String read(Path file, Configuration conf) throws IOException {
        FileSystem files = file.getFileSystem(conf);
        try (FSDataInputStream in = files.open(file)) {
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        } catch (FileNotFoundException e) {
            FileNotFoundException missing =
                    new FileNotFoundException(
                            "The schema file %s, set by %s, does not exist."
                                    .formatted(files.makeQualified(file), FILE));
            missing.initCause(e);
            throw missing;
        }
    }
}
