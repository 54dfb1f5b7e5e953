package io.millrace.records.index;

import java.io.IOException;
import java.util.Arrays;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;

/**
 * The places of an index's builds: directories with rising numbers.
 *
 * @param index its directory, which exists
 */
record BuildPlaces(Path index, FileSystem files) {

    private static final String NAME = "build-";
    private static final Pattern PLACE = Pattern.compile(NAME + "(\\d{1,9})");

    /** The place behind all builds of the index. */
    Path next() throws IOException {
        int last =
                Arrays.stream(files.listStatus(index))
                        .map(each -> PLACE.matcher(each.getPath().getName()))
                        .filter(Matcher::matches)
                        .mapToInt(each -> Integer.parseInt(each.group(1)))
                        .max()
                        .orElse(0);
        return new Path(index, String.format(Locale.ROOT, "%s%05d", NAME, last + 1));
    }

    /**
     * Renames a complete build to its place, unless another build has taken the place. Then the
     * rename has moved this one into the other, below a name that readers leave out, and it is
     * moved back.
     *
     * @return whether it has the place
     */
    boolean take(Path place, Path build) throws IOException {
        rename(build, place);
        Path inside = new Path(place, build.getName());
        if (!files.exists(inside)) {
            return true;
        }
        rename(inside, build);
        return false;
    }

    private void rename(Path from, Path to) throws IOException {
        if (!files.rename(from, to)) {
            throw new IOException(
                    "The complete index cannot be renamed from %s to %s. Check that you may write there, and build it again."
                            .formatted(from, to));
        }
    }
}
