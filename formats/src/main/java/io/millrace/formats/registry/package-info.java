/**
 * What is known of the classes of Hadoop and of libraries: how their bytes are read, written and
 * compared, and what reads and writes in place of their formats. Modules add to it by a service,
 * {@link io.millrace.formats.registry.FormatProvider}.
 */
@NullMarked
package io.millrace.formats.registry;

import org.jspecify.annotations.NullMarked;
