/** What tasks and attempts are called, whether they are still wanted, and how much they put out. */
@NullMarked
package io.millrace.engine.task;

import org.jspecify.annotations.NullMarked;
