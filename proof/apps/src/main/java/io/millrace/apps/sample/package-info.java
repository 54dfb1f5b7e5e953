/** Random numbers with the distributions of real data. */
@NullMarked
package io.millrace.apps.sample;

import org.jspecify.annotations.NullMarked;
