/**
 * The workers of a loop: long-lived map tasks that keep their records, run the loop's mappers over
 * them and exchange the results.
 */
@NullMarked
package io.millrace.collective.gang;

import org.jspecify.annotations.NullMarked;
