/** What tests of formats share. */
@NullMarked
package io.millrace.formats.testing;

import org.jspecify.annotations.NullMarked;
