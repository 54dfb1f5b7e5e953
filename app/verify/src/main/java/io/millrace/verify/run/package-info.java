/**
 * Running a user's program under Hadoop's local runner or Millrace, so that its jobs, their output
 * and its log are kept and the next run starts as this one did.
 */
@NullMarked
package io.millrace.verify.run;

import org.jspecify.annotations.NullMarked;
