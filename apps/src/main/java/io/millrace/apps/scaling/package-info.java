/** Multidimensional scaling: points in the plane whose distances are near to given ones. */
@NullMarked
package io.millrace.apps.scaling;

import org.jspecify.annotations.NullMarked;
