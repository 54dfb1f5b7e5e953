/** The keys of this module, and the capabilities of its paths. */
@NullMarked
package io.millrace.files.config;

import org.jspecify.annotations.NullMarked;
