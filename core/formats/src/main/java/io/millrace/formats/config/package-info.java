/** The keys of this module, and the service that provides those of higher modules. */
@NullMarked
package io.millrace.formats.config;

import org.jspecify.annotations.NullMarked;
