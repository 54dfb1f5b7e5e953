/**
 * What a terminal shows of jobs: how far they are while they run, and in a few lines how it went.
 */
@NullMarked
package io.millrace.cli.live;

import org.jspecify.annotations.NullMarked;
