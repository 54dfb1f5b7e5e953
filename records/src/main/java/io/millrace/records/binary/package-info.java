/** What the decoders of binary records share: numbers of variable length, and errors. */
@NullMarked
package io.millrace.records.binary;

import org.jspecify.annotations.NullMarked;
