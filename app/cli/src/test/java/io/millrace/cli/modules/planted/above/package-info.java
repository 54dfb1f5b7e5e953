/** Planted: one half of a cycle of packages. */
@NullMarked
package io.millrace.cli.modules.planted.above;

import org.jspecify.annotations.NullMarked;
