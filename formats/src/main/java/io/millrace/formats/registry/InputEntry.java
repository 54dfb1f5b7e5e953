package io.millrace.formats.registry;

import org.jspecify.annotations.Nullable;

/**
 * What is known of an input format.
 *
 * @param format exactly the format's class, of either API
 * @param split exactly the class of its splits; readers are given those that are the {@code
 *     FileSplit} of one of the APIs, of which it is known which file they are a piece of
 * @param caching what its records depend on
 * @param readers read its splits in its place; null if nothing does
 */
public record InputEntry(
        Class<?> format, Class<?> split, Caching caching, @Nullable SplitReaders readers) {

    /** What records depend on besides the piece of a file and the settings of Hadoop's formats. */
    public enum Caching {
        /** Nothing is known. */
        UNKNOWN,
        /** Their classes may be the job's, and so may the code that reads them. */
        ANY_CLASS,
        /** Nothing: no code of the job's takes part. */
        FRAMEWORK_CLASSES
    }

    public boolean fits(Class<?> ofFormat, Class<?> ofSplit) {
        return ofFormat == format && ofSplit == split;
    }
}
