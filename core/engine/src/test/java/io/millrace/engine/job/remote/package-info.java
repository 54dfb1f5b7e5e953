/** Tests of engines in processes that run tasks. */
@NullMarked
package io.millrace.engine.job.remote;

import org.jspecify.annotations.NullMarked;
