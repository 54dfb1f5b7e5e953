/** The commands that build an index of delimited text and compare it with the text. */
@NullMarked
package io.millrace.cli.index;

import org.jspecify.annotations.NullMarked;
