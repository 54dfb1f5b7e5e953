/** What modules and packages know of each other, read from the code. */
@NullMarked
package io.millrace.cli.modules;

import org.jspecify.annotations.NullMarked;
