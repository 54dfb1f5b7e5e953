package io.millrace.hadoop.plan;

import java.io.IOException;
import java.util.Set;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.io.DataInputBuffer;
import org.apache.hadoop.io.Text;
import org.apache.hadoop.mapreduce.lib.input.FileSplit;
import org.jspecify.annotations.Nullable;

/**
 * The properties of a split that decide how it is read: its class and, for a piece of a file, the
 * extension of the file's name, which shows the compression. Parsed from the split's bytes without
 * deserializing the split.
 *
 * @param type the name of the split's class
 * @param file null if the split is more than a piece of a file
 */
public record SplitKind(String type, @Nullable Path file) {

    /** Splits that are known to start with the file's path. */
    private static final Set<String> PIECES =
            Set.of(FileSplit.class.getName(), org.apache.hadoop.mapred.FileSplit.class.getName());

    private static final SplitKind UNREADABLE = new SplitKind("split that cannot be read", null);

    /** The kind of a serialized split that starts at {@code offset}. */
    public static SplitKind of(byte[] bytes, long offset) {
        try {
            DataInputBuffer in = new DataInputBuffer();
            int at = Math.toIntExact(offset);
            in.reset(bytes, at, bytes.length - at);
            String type = Text.readString(in);
            return new SplitKind(
                    type, PIECES.contains(type) ? new Path(Text.readString(in)) : null);
        } catch (IOException | IllegalArgumentException e) {
            return UNREADABLE; // its attempt reports the error
        }
    }

    boolean isReadable() {
        return !equals(UNREADABLE);
    }

    /** Whether the split is a piece of a file and nothing more. */
    public boolean isPiece() {
        return file != null;
    }

    /** The same name for all splits that are read in the same way. */
    String name() {
        String fileName = file == null ? "" : file.getName();
        int dot = fileName.indexOf('.');
        return dot < 0 ? type : type + fileName.substring(dot);
    }
}
