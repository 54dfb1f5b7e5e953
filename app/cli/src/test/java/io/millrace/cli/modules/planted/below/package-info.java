/** Planted: the other half of a cycle of packages. */
@NullMarked
package io.millrace.cli.modules.planted.below;

import org.jspecify.annotations.NullMarked;
