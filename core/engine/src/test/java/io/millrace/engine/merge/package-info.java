@NullMarked
package io.millrace.engine.merge;

import org.jspecify.annotations.NullMarked;
