/** Class files, found and parsed. Relies on nothing here. */
@NullMarked
package io.millrace.bytecode.file;

import org.jspecify.annotations.NullMarked;
