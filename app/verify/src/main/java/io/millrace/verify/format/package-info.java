/**
 * Readers of single formats. {@code FormatLoader} loads them again next to the libraries that they
 * use; no other class may refer to them.
 */
@NullMarked
package io.millrace.verify.format;

import org.jspecify.annotations.NullMarked;
