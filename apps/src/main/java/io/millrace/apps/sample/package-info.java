/** Random numbers of the distributions that data have. */
@NullMarked
package io.millrace.apps.sample;

import org.jspecify.annotations.NullMarked;
