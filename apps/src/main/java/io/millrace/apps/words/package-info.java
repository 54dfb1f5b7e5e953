/** Jobs that count what follows what in a text. */
@NullMarked
package io.millrace.apps.words;

import org.jspecify.annotations.NullMarked;
