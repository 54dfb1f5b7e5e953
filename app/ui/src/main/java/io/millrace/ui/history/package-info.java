/** The reports of past jobs of one user, in a bounded directory. */
@NullMarked
package io.millrace.ui.history;

import org.jspecify.annotations.NullMarked;
