/** A real browser for tests. */
@NullMarked
package io.millrace.ui.browser;

import org.jspecify.annotations.NullMarked;
