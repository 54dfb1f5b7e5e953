/** Jobs that count words and pairs of words in a text. */
@NullMarked
package io.millrace.apps.words;

import org.jspecify.annotations.NullMarked;
