package io.millrace.hadoop.plan;

import java.io.IOException;
import java.util.Set;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.io.DataInputBuffer;
import org.apache.hadoop.io.Text;
import org.apache.hadoop.mapreduce.lib.input.FileSplit;
import org.jspecify.annotations.Nullable;

/**
 * What decides how a split is read: its class, and for a piece of a file how the file's name ends,
 * which tells how it is compressed. Told from the split's bytes, so that no split is made for it.
 *
 * @param type the name of the split's class
 * @param file null if it is more than a piece of a file
 */
public record SplitKind(String type, @Nullable Path file) {

    /** Of these splits it is known that they begin with the file's path. */
    private static final Set<String> PIECES =
            Set.of(FileSplit.class.getName(), org.apache.hadoop.mapred.FileSplit.class.getName());

    private static final SplitKind UNREADABLE = new SplitKind("split that cannot be read", null);

    /** The kind of a split as the client wrote it, which begins at {@code offset}. */
    public static SplitKind of(byte[] bytes, long offset) {
        try {
            DataInputBuffer in = new DataInputBuffer();
            int at = Math.toIntExact(offset);
            in.reset(bytes, at, bytes.length - at);
            String type = Text.readString(in);
            return new SplitKind(
                    type, PIECES.contains(type) ? new Path(Text.readString(in)) : null);
        } catch (IOException | IllegalArgumentException e) {
            return UNREADABLE; // what is wrong with it, its attempt will say
        }
    }

    boolean isReadable() {
        return !equals(UNREADABLE);
    }

    /** Whether it is a piece of a file and nothing more. */
    public boolean isPiece() {
        return file != null;
    }

    /** The same for all splits that are read alike. */
    String name() {
        String fileName = file == null ? "" : file.getName();
        int dot = fileName.indexOf('.');
        return dot < 0 ? type : type + fileName.substring(dot);
    }
}
