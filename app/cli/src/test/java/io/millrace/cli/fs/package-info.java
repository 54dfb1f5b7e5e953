@NullMarked
package io.millrace.cli.fs;

import org.jspecify.annotations.NullMarked;
