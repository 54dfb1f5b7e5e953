/** Multidimensional scaling: points in the plane whose distances approximate given ones. */
@NullMarked
package io.millrace.apps.scaling;

import org.jspecify.annotations.NullMarked;
