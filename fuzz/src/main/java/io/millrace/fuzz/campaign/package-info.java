/** Writes and runs many programs, and shows in a few lines what made one of them differ. */
@NullMarked
package io.millrace.fuzz.campaign;

import org.jspecify.annotations.NullMarked;
