/** The keys of this module, and where those of modules above come from. */
@NullMarked
package io.millrace.formats.config;

import org.jspecify.annotations.NullMarked;
