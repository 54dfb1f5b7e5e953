/**
 * The process's files in memory as Hadoop's file systems: {@code mem:///path}. What they hold and
 * where it lies is {@code io.millrace.engine.namespace}'s.
 */
@NullMarked
package io.millrace.files.namespace;

import org.jspecify.annotations.NullMarked;
