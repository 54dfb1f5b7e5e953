/**
 * Records as bytes: how keys are ordered, where a record is written, and how records are read back
 * in order. Depends on the JDK only.
 */
@NullMarked
package io.millrace.engine.record;

import org.jspecify.annotations.NullMarked;
