/**
 * Operations that combine the values of a key: built-in ones on numbers and a user's own, in a
 * collective and in a plain job.
 */
@NullMarked
package io.millrace.collective.operation;

import org.jspecify.annotations.NullMarked;
