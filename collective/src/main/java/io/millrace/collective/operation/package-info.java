/**
 * What the values of a key become: operations on numbers and of a user's own, in a collective and
 * in a plain job.
 */
@NullMarked
package io.millrace.collective.operation;

import org.jspecify.annotations.NullMarked;
