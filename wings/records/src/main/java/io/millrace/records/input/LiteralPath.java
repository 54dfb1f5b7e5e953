package io.millrace.records.input;

import java.util.regex.Pattern;
import org.apache.hadoop.fs.Path;

/**
 * A path that a program knows already, such as one that it listed, as the input of a job. Hadoop
 * takes each input path as a pattern, so that the name {@code a[1]} would mean the file {@code a1}.
 */
public final class LiteralPath {

    /** With the braces, no reference to a variable such as <code>${user.name}</code> remains. */
    private static final Pattern SPECIAL = Pattern.compile("[\\\\*?\\[\\]{}]");

    private LiteralPath() {}

    /** The pattern that matches this path alone, for {@code FileInputFormat.addInputPath}. */
    public static Path pattern(Path path) {
        return new Path(pattern(path.toString()));
    }

    /** The pattern that matches this path alone, as an argument of a program. */
    public static String pattern(String path) {
        return SPECIAL.matcher(path).replaceAll("\\\\$0");
    }
}
