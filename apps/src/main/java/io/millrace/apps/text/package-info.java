/**
 * Generated text: words that repeat as words of real texts do, the same bytes for the same seed.
 */
@NullMarked
package io.millrace.apps.text;

import org.jspecify.annotations.NullMarked;
