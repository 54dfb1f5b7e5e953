/** The bytes of the records of SequenceFiles, in place. */
@NullMarked
package io.millrace.formats.sequence;

import org.jspecify.annotations.NullMarked;
