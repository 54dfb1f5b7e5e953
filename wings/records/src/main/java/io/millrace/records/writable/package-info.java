/**
 * Decoders of Writables: typed access to the fields that the keys and values of a SequenceFile have
 * written, where their bytes lie, without their classes.
 */
@NullMarked
package io.millrace.records.writable;

import org.jspecify.annotations.NullMarked;
