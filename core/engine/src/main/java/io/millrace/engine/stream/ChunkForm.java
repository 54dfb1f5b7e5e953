package io.millrace.engine.stream;

import io.millrace.engine.memory.SlabKind;
import io.millrace.engine.record.KeyOrder;
import org.jspecify.annotations.Nullable;

/**
 * The form of the chunks that a {@link ChunkWriter} fills.
 *
 * @param kind of their slabs
 * @param order computes the prefixes of keys, on the writer's thread; null to leave them 0
 * @param maxBytes size in bytes from which a chunk counts as full
 */
public record ChunkForm(SlabKind kind, int partitions, @Nullable KeyOrder order, int maxBytes) {}
