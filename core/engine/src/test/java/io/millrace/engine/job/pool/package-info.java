/** Tests of pools and lanes. */
@NullMarked
package io.millrace.engine.job.pool;

import org.jspecify.annotations.NullMarked;
