/**
 * The input of reduce attempts: one partition, whose runs and pushed blocks are merged into one
 * order. {@link io.millrace.engine.shuffle.input.PartitionOpener} makes it ready, or {@link
 * io.millrace.engine.shuffle.input.HadoopOpener} if equal keys come in Hadoop's order; the attempt
 * reads a {@link io.millrace.engine.shuffle.input.PartitionInput}.
 */
@NullMarked
package io.millrace.engine.shuffle.input;

import org.jspecify.annotations.NullMarked;
