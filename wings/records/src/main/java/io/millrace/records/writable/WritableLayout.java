package io.millrace.records.writable;

import io.millrace.records.config.WritableSettings;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.apache.hadoop.conf.Configuration;

/**
 * The fields of a record, in the order in which the key and the value write them.
 *
 * @param key none if the key is skipped
 */
record WritableLayout(List<WritableField> key, List<WritableField> value) {

    /**
     * The layout of a job.
     *
     * @throws IllegalArgumentException if it is not set or not valid
     */
    static WritableLayout of(Configuration conf) {
        List<WritableField> key = fields(conf, WritableSettings.KEY);
        List<WritableField> value = fields(conf, WritableSettings.VALUE);
        if (key.isEmpty() && value.isEmpty()) {
            throw new IllegalArgumentException(
                    "The job reads Writables, but neither %s nor %s is set. Set them to the fields that the classes write, such as: url text, rank int."
                            .formatted(WritableSettings.KEY, WritableSettings.VALUE));
        }
        WritableLayout layout = new WritableLayout(key, value);
        Set<String> names = new HashSet<>();
        for (WritableField field : layout.all()) {
            if (!names.add(field.name())) {
                throw new IllegalArgumentException(
                        "%s and %s name the field '%s' twice. Name each field once."
                                .formatted(
                                        WritableSettings.KEY,
                                        WritableSettings.VALUE,
                                        field.name()));
            }
        }
        return layout;
    }

    /** The columns: the fields of the key, and then those of the value. */
    List<WritableField> all() {
        return Stream.concat(key.stream(), value.stream()).toList();
    }

    private static List<WritableField> fields(Configuration conf, String setting) {
        List<WritableField> fields = new ArrayList<>();
        for (String each : conf.getTrimmedStrings(setting)) {
            String[] words = each.split("\\s+", -1);
            String form = words[words.length - 1];
            if (words.length != 2 || WritableForm.of(form).isEmpty()) {
                throw new IllegalArgumentException(
                        "%s has the field '%s', but a field is a name and a form. The forms are: %s."
                                .formatted(setting, each, WritableForm.names()));
            }
            fields.add(new WritableField(words[0], WritableForm.of(form).orElseThrow()));
        }
        return fields;
    }
}
