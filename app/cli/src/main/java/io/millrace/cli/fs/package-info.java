/** The command that looks at files in the memory of running processes. */
@NullMarked
package io.millrace.cli.fs;

import org.jspecify.annotations.NullMarked;
