/** The user's own settings, and where each value in effect comes from. */
@NullMarked
package io.millrace.cli.settings;

import org.jspecify.annotations.NullMarked;
