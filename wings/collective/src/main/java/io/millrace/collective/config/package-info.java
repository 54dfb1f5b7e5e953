/** The configuration keys of loops and collectives. */
@NullMarked
package io.millrace.collective.config;

import org.jspecify.annotations.NullMarked;
