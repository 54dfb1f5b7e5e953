/** Tests of the way of records from map to reduce attempts. */
@NullMarked
package io.millrace.engine.shuffle;

import org.jspecify.annotations.NullMarked;
