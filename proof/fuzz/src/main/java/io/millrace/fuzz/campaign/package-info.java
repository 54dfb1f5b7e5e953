/** Writes and runs many programs, and shows in a few lines why one of them differs. */
@NullMarked
package io.millrace.fuzz.campaign;

import org.jspecify.annotations.NullMarked;
