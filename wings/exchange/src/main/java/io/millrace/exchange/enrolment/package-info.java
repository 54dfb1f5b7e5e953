/** Workers enrol with the coordinator of their gang, and get the table of the next epoch. */
@NullMarked
package io.millrace.exchange.enrolment;

import org.jspecify.annotations.NullMarked;
