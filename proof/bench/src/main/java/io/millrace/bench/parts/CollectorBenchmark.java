package io.millrace.bench.parts;

import io.millrace.engine.collect.TableSink;
import io.millrace.engine.record.Combiner.Accumulator;
import io.millrace.engine.record.RecordSink;
import io.millrace.engine.stream.Chunk;
import io.millrace.engine.stream.ChunkWriter;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;

/**
 * Collects all words, with the number one each: in a table that adds up, in one that keeps the
 * values of a word together, or one after the other. Those that do not add up are sorted then, and
 * may be given to a combiner that does.
 */
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.MILLISECONDS)
public class CollectorBenchmark {

    @Benchmark
    public long combine(Words words, PartMemory memory) throws IOException, InterruptedException {
        return counted(throughTable(words, memory, new WholeSums()));
    }

    @Benchmark
    public long group(Words words, PartMemory memory) throws IOException, InterruptedException {
        return counted(sorted(throughTable(words, memory, null)));
    }

    @Benchmark
    public long groupAndCombine(Words words, PartMemory memory)
            throws IOException, InterruptedException {
        List<Chunk> runs = sorted(throughTable(words, memory, null));
        List<Chunk> combined = new ArrayList<>();
        ChunkWriter writer = memory.writer(PartMemory.order(true), combined);
        for (Chunk run : runs) {
            SumOfRun.combine(run.cursor(0), writer);
            run.close();
        }
        writer.finish();
        return counted(combined);
    }

    @Benchmark
    public long appendAndSort(Words words, PartMemory memory)
            throws IOException, InterruptedException {
        List<Chunk> chunks = new ArrayList<>();
        ChunkWriter writer = memory.writer(PartMemory.order(true), chunks);
        writeAll(words, writer);
        writer.finish();
        return counted(sorted(chunks));
    }

    private static List<Chunk> throughTable(
            Words words, PartMemory memory, @Nullable Accumulator accumulator)
            throws IOException, InterruptedException {
        List<Chunk> chunks = new ArrayList<>();
        ChunkWriter writer = memory.writer(PartMemory.order(true), chunks);
        TableSink sink = memory.table(accumulator, writer);
        writeAll(words, sink);
        sink.finish();
        writer.finish();
        return chunks;
    }

    private static List<Chunk> sorted(List<Chunk> chunks) throws IOException {
        for (Chunk chunk : chunks) {
            chunk.sort(PartMemory.order(true));
        }
        return chunks;
    }

    @Benchmark
    public long append(Words words, PartMemory memory) throws IOException, InterruptedException {
        List<Chunk> chunks = new ArrayList<>();
        ChunkWriter writer = memory.writer(PartMemory.order(true), chunks);
        writeAll(words, writer);
        writer.finish();
        return counted(chunks);
    }

    private static void writeAll(Words words, RecordSink sink)
            throws IOException, InterruptedException {
        for (byte[] key : words.bytes) {
            write(key, sink);
        }
    }

    /** The word, and the number one. */
    static void write(byte[] key, RecordSink sink) throws IOException, InterruptedException {
        sink.output().write(key, 0, key.length);
        sink.endKey();
        int at = sink.output().reserve(Integer.BYTES);
        byte[] record = sink.output().array();
        record[at] = 0;
        record[at + 1] = 0;
        record[at + 2] = 0;
        record[at + 3] = 1;
        sink.endRecord(0);
    }

    /** How many records there are; their chunks are gone then. */
    static long counted(List<Chunk> chunks) {
        long records = 0;
        for (Chunk chunk : chunks) {
            records += chunk.records();
            chunk.close();
        }
        return records;
    }
}
