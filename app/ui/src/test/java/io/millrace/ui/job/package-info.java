/** Jobs to make reports of. */
@NullMarked
package io.millrace.ui.job;

import org.jspecify.annotations.NullMarked;
