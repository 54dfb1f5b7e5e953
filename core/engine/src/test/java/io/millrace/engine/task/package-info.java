@NullMarked
package io.millrace.engine.task;

import org.jspecify.annotations.NullMarked;
