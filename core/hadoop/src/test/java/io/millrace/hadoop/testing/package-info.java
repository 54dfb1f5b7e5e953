/** Sinks, cursors and jobs without an engine, for tests of what attempts do with records. */
@NullMarked
package io.millrace.hadoop.testing;

import org.jspecify.annotations.NullMarked;
