package io.millrace.formats.registry;

import org.jspecify.annotations.Nullable;

/**
 * The known properties of an input format.
 *
 * @param format exactly the format's class, of either API
 * @param split exactly the class of its splits; readers get only {@code FileSplit}s of either API,
 *     whose file is known
 * @param caching the dependencies of its records
 * @param readers read its splits in its place; null if the format reads them
 */
public record InputEntry(
        Class<?> format, Class<?> split, Caching caching, @Nullable SplitReaders readers) {

    /**
     * The dependencies of records besides the piece of a file and the settings of Hadoop's formats.
     */
    public enum Caching {
        /** Nothing is known. */
        UNKNOWN,
        /** Their classes, and the code that reads them, may be the job's. */
        ANY_CLASS,
        /** None: no code of the job takes part. */
        FRAMEWORK_CLASSES
    }

    public boolean fits(Class<?> ofFormat, Class<?> ofSplit) {
        return ofFormat == format && ofSplit == split;
    }
}
