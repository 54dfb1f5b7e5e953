/**
 * The registry of classes of Hadoop and of libraries: their serialization and order, and the
 * readers and writers that replace those of their formats. Modules add entries through the service
 * {@link io.millrace.formats.registry.FormatProvider}.
 */
@NullMarked
package io.millrace.formats.registry;

import org.jspecify.annotations.NullMarked;
