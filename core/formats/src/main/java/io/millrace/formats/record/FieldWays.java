package io.millrace.formats.record;

import io.millrace.bytecode.flow.OnlyFields;
import io.millrace.bytecode.rewrite.Rewrite;
import io.millrace.bytecode.rewrite.Rewrites;
import io.millrace.formats.registry.JobFormats;
import io.millrace.formats.registry.RecordEntry;
import java.util.Locale;
import org.apache.hadoop.io.serializer.SerializationFactory;

/**
 * How keys, or values, of one class are written and read. Applies to all copies of the class.
 * Immutable.
 */
public record FieldWays(Way writing, Way reading) {

    /** One of the ways. */
    public enum Way {
        /** By the registry's entry for the class. */
        KNOWN,
        /** By the class's own method without a stream, because it only writes or reads fields. */
        FIELDS,
        /** By the job's serialization, through a stream. */
        STREAM;

        @Override
        public String toString() {
            return name().toLowerCase(Locale.ROOT);
        }
    }

    /** One word, or one for each direction if they differ. */
    @Override
    public String toString() {
        return writing == reading ? writing.toString() : writing + "/" + reading;
    }

    /** Decides for a class. */
    static FieldWays of(Class<?> type, SerializationFactory factory, JobFormats formats) {
        if (!Serializations.isPlain(factory, type)) {
            return new FieldWays(Way.STREAM, Way.STREAM);
        }
        RecordEntry<?> entry = formats.registry().record(type);
        Rewrites on = formats.rewrites();
        return new FieldWays(
                entry != null && entry.writer() != null
                        ? known(on.contains(Rewrite.KNOWN_WRITE))
                        : fields(on.contains(Rewrite.FIELDS_WRITE) && OnlyFields.writes(type)),
                entry != null && entry.reader() != null
                        ? known(on.contains(Rewrite.KNOWN_READ))
                        : fields(on.contains(Rewrite.FIELDS_READ) && OnlyFields.reads(type)));
    }

    private static Way known(boolean on) {
        return on ? Way.KNOWN : Way.STREAM;
    }

    private static Way fields(boolean may) {
        return may ? Way.FIELDS : Way.STREAM;
    }
}
