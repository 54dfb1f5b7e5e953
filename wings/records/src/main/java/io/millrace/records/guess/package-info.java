/** Guesses the schema of delimited text from a sample. */
@NullMarked
package io.millrace.records.guess;

import org.jspecify.annotations.NullMarked;
