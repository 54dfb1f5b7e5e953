/** The inverted index: which documents contain a word. */
@NullMarked
package io.millrace.apps.index;

import org.jspecify.annotations.NullMarked;
