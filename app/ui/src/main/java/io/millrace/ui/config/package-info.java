/** The keys of this module. */
@NullMarked
package io.millrace.ui.config;

import org.jspecify.annotations.NullMarked;
