/** The keys of this module, and what can be asked of its paths. */
@NullMarked
package io.millrace.files.config;

import org.jspecify.annotations.NullMarked;
