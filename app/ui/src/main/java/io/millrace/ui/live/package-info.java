/**
 * The live page, which shows the jobs of this process on a loopback port. It has the views of
 * reports, and requires a token.
 */
@NullMarked
package io.millrace.ui.live;

import org.jspecify.annotations.NullMarked;
