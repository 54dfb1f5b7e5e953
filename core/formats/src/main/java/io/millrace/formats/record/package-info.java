/**
 * Conversion of Hadoop's objects to the engine's records and back: serializers into sinks, and
 * iterators over cursors.
 */
@NullMarked
package io.millrace.formats.record;

import org.jspecify.annotations.NullMarked;
