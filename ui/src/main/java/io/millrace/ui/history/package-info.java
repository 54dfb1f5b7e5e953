/** The reports of past jobs of one user: kept when a job ends, bounded, read later. */
@NullMarked
package io.millrace.ui.history;

import org.jspecify.annotations.NullMarked;
