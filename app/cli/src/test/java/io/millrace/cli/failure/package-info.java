@NullMarked
package io.millrace.cli.failure;

import org.jspecify.annotations.NullMarked;
