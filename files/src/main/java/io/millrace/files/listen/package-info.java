/**
 * Connections from outside the process: how many there may be, and how long each may take to say
 * what it wants. Knows nothing of what is said.
 */
@NullMarked
package io.millrace.files.listen;

import org.jspecify.annotations.NullMarked;
