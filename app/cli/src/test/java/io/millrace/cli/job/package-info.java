/** Mains for jars that the launcher's tests put together. */
@NullMarked
package io.millrace.cli.job;

import org.jspecify.annotations.NullMarked;
