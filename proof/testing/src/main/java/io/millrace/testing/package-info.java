/** Code that the tests of all modules share. */
@NullMarked
package io.millrace.testing;

import org.jspecify.annotations.NullMarked;
