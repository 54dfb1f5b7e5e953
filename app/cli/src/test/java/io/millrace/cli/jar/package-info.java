@NullMarked
package io.millrace.cli.jar;

import org.jspecify.annotations.NullMarked;
