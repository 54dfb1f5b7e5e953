/** Tests of attempts, pools and the life of a job. */
@NullMarked
package io.millrace.engine.job;

import org.jspecify.annotations.NullMarked;
