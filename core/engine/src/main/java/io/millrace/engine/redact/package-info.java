/** Removes credentials from texts that people read. */
@NullMarked
package io.millrace.engine.redact;

import org.jspecify.annotations.NullMarked;
