/** Numbers, names and errors that the decoders of binary records share. */
@NullMarked
package io.millrace.records.binary;

import org.jspecify.annotations.NullMarked;
