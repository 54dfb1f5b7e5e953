/** The command that guesses the schema of a file. */
@NullMarked
package io.millrace.cli.schema;

import org.jspecify.annotations.NullMarked;
