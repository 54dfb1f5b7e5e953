/** Typed configuration keys: each names its type, default, bounds and meaning once. */
@NullMarked
package io.millrace.engine.config;

import org.jspecify.annotations.NullMarked;
