/** Finds and parses class files. Depends on no other package of Millrace. */
@NullMarked
package io.millrace.bytecode.file;

import org.jspecify.annotations.NullMarked;
