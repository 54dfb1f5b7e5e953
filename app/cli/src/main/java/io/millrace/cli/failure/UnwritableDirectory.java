package io.millrace.cli.failure;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Says which directory a user may not write to; Hadoop names only the one that it wanted below it.
 */
final class UnwritableDirectory {

    private static final Pattern NOT_CREATED =
            Pattern.compile("Mkdirs failed to create (?:file:)?(/[^(\\n]*?) \\(exists=false");

    private UnwritableDirectory() {}

    /** The directory and a remedy, in one line, if a stack shows that it could not be created. */
    static Optional<String> line(String stack) {
        Matcher failure = NOT_CREATED.matcher(stack);
        if (!failure.find()) {
            return Optional.empty();
        }
        Path existing = existing(Path.of(failure.group(1)));
        if (existing == null || Files.isWritable(existing)) {
            return Optional.empty();
        }
        return Optional.of(
                "the directory "
                        + existing
                        + " is not writable for user "
                        + System.getProperty("user.name")
                        + "; choose another output directory, or change its permissions");
    }

    /** A path or the nearest directory above it that exists. */
    static @Nullable Path existing(@Nullable Path missing) {
        Path at = missing;
        while (at != null && !Files.exists(at)) {
            at = at.getParent();
        }
        return at;
    }
}
