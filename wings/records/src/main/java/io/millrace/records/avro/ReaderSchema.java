package io.millrace.records.avro;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.List;
import org.apache.avro.Schema;
import org.apache.avro.SchemaParseException;
import org.apache.avro.generic.GenericData;
import org.apache.avro.generic.GenericDatumWriter;
import org.apache.avro.generic.GenericRecord;
import org.apache.avro.io.BinaryEncoder;
import org.apache.avro.io.EncoderFactory;
import org.apache.hadoop.conf.Configuration;
import org.jspecify.annotations.Nullable;

/**
 * The schema that a job expects, which Avro calls the reader's. Columns have its names and types in
 * all files, whatever schema a file was written with: fields are found by their names or aliases,
 * fields that a file does not have are those of the schema's defaults, and numbers are widened. The
 * rules are those of Avro's schema resolution. Used by one thread.
 */
public final class ReaderSchema {

    /** The key of Avro's own input formats for the new API. */
    private static final String KEY = "avro.schema.input.key";

    /** The key of Avro's own input formats for the old API. */
    private static final String OLD_KEY = "avro.input.schema";

    private final Schema schema;

    /** The schema of a job. */
    ReaderSchema(Schema schema) {
        this.schema = schema;
    }

    /** Sets the schema that a job expects, as Avro's own {@code AvroJob} does. */
    public static void set(Configuration conf, Schema schema) {
        conf.set(KEY, schema.toString());
    }

    /**
     * The schema that a job expects; null if it takes that of each file.
     *
     * @throws IllegalArgumentException if it is not a schema
     */
    static @Nullable ReaderSchema find(Configuration conf) {
        String key = conf.getRaw(KEY) == null ? OLD_KEY : KEY;
        // Without substitution: a default may contain a dollar sign.
        String text = conf.getRaw(key);
        if (text == null) {
            return null;
        }
        try {
            return new ReaderSchema(new Schema.Parser().parse(text));
        } catch (SchemaParseException e) {
            throw new IllegalArgumentException(
                    "%s is not an Avro schema: %s. Correct it.".formatted(key, e.getMessage()), e);
        }
    }

    Schema schema() {
        return schema;
    }

    /** The schema of a file, with the names that this schema has for its fields. */
    Schema rename(Schema stored) {
        return Schema.applyAliases(stored, schema);
    }

    /**
     * A column that a file has; null if this schema does not have it.
     *
     * @param stored its type in the file
     * @throws IllegalArgumentException if values of this type cannot be read as those of the column
     */
    @Nullable AvroColumn column(String name, Schema stored, boolean nullable) {
        Schema type = SchemaColumns.type(schema, name);
        if (type == null) {
            return null;
        }
        if (!Promotion.isAllowed(stored, type)) {
            throw new IllegalArgumentException(
                    "The column '%s' has the type %s in the file, which cannot be read as %s, its type in the job's schema."
                            .formatted(name, stored, type));
        }
        return new AvroColumn(name, type, stored, nullable, null);
    }

    /**
     * A column that a file does not have; null if this schema does not have it either, or has no
     * default for it.
     *
     * @param prefix the records around it that the file has, as in its name
     */
    @Nullable AvroColumn absent(String name, String prefix, boolean nullable) {
        List<String> path = SchemaColumns.path(name);
        int known = SchemaColumns.path(prefix).size();
        Schema.Field missing = SchemaColumns.field(schema, path.subList(0, known));
        Schema type = SchemaColumns.type(schema, name);
        if (missing == null || type == null || !missing.hasDefaultValue()) {
            return null;
        }
        Object value = GenericData.get().getDefaultValue(missing);
        for (String inner : path.subList(known, path.size())) {
            value = value == null ? null : ((GenericRecord) value).get(inner);
        }
        return value == null
                ? new AvroColumn(name, type, type, true, null)
                : new AvroColumn(name, type, type, nullable, encoded(type, value));
    }

    private static byte[] encoded(Schema type, Object value) {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        BinaryEncoder encoder = EncoderFactory.get().directBinaryEncoder(bytes, null);
        try {
            new GenericDatumWriter<>(type).write(value, encoder);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return bytes.toByteArray();
    }
}
