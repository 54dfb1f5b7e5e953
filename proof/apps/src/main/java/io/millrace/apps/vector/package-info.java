/** Lines of numbers as input, parsed once. */
@NullMarked
package io.millrace.apps.vector;

import org.jspecify.annotations.NullMarked;
