package io.millrace.formats.inputcache;

import org.jspecify.annotations.Nullable;

/** A class loader that defines classes from code that other loaders may define, too. */
public interface CopiedCode {

    /** Identifies that code; null if that is not possible. */
    @Nullable String identity();
}
