/**
 * The process's files in memory as Hadoop's file systems: {@code mem:///path}. {@code
 * io.millrace.engine.namespace} stores their contents.
 */
@NullMarked
package io.millrace.files.namespace;

import org.jspecify.annotations.NullMarked;
