/**
 * The commands of {@code ./millrace}: each reads its arguments, does one thing and ends with an
 * exit code.
 */
@NullMarked
package io.millrace.cli;

import org.jspecify.annotations.NullMarked;
