/**
 * Telling how a job would be run, in place of running it, and beside what it took once it has run.
 */
@NullMarked
package io.millrace.cli.explain;

import org.jspecify.annotations.NullMarked;
