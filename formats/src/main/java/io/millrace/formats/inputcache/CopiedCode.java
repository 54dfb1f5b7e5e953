package io.millrace.formats.inputcache;

import org.jspecify.annotations.Nullable;

/** A class loader that makes classes of code that other loaders may make classes of, too. */
public interface CopiedCode {

    /** Tells that code from any other; null if that cannot be told. */
    @Nullable String identity();
}
