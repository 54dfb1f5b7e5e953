package io.millrace.bytecode.rewrite;

import org.jspecify.annotations.Nullable;

/**
 * A method of a job's class, with names as in class files.
 *
 * @param version of the class file
 * @param superclass of the class; null for {@code Object}
 */
record JobMethod(
        int version,
        String owner,
        @Nullable String superclass,
        int access,
        String name,
        String descriptor) {}
