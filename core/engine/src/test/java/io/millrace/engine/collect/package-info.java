/** Tests of the collector that combines as it goes. */
@NullMarked
package io.millrace.engine.collect;

import org.jspecify.annotations.NullMarked;
