package io.millrace.bench.floor;

import io.millrace.measure.MeasurementException;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.io.LongWritable;
import org.apache.hadoop.io.Text;
import org.apache.hadoop.mapreduce.Job;
import org.apache.hadoop.mapreduce.Mapper;
import org.apache.hadoop.mapreduce.TaskAttemptID;
import org.apache.hadoop.mapreduce.TaskType;
import org.apache.hadoop.mapreduce.lib.input.FileSplit;
import org.apache.hadoop.mapreduce.lib.input.TextInputFormat;
import org.apache.hadoop.mapreduce.lib.map.WrappedMapper;
import org.apache.hadoop.mapreduce.lib.output.NullOutputFormat;
import org.apache.hadoop.mapreduce.task.MapContextImpl;
import org.apache.hadoop.mapreduce.task.TaskAttemptContextImpl;
import org.apache.hadoop.util.ReflectionUtils;

/** Runs the mapper of a job over lines in memory, a new mapper for each piece as for each split. */
final class Floor {

    /** How long all pieces took, and how many records the mappers wrote. */
    record Pass(double seconds, long records) {}

    private final Configuration conf;
    private final Class<? extends Mapper<?, ?, ?, ?>> mapper;
    private final LinesInMemory lines;
    private final int threads;

    /**
     * The floor of a job that is ready to be submitted.
     *
     * @throws MeasurementException if the job does not read lines of text
     */
    Floor(Job job, LinesInMemory lines, int threads)
            throws MeasurementException, ClassNotFoundException {
        if (job.getInputFormatClass() != TextInputFormat.class) {
            throw new MeasurementException(
                    job.getJobName()
                            + " reads its input with "
                            + job.getInputFormatClass().getName()
                            + "; there is a floor only for jobs that read lines of text");
        }
        conf = job.getConfiguration();
        mapper = job.getMapperClass();
        this.lines = lines;
        this.threads = threads;
    }

    /** Maps everything once. */
    Pass run() throws InterruptedException, MeasurementException {
        AtomicInteger next = new AtomicInteger();
        ExecutorService pool = Executors.newFixedThreadPool(threads);
        try {
            long start = System.nanoTime();
            List<Future<Long>> workers = new ArrayList<>();
            for (int i = 0; i < threads; i++) {
                workers.add(pool.submit(() -> mapPieces(next)));
            }
            long records = 0;
            for (Future<Long> worker : workers) {
                records += worker.get();
            }
            return new Pass((System.nanoTime() - start) / 1e9, records);
        } catch (ExecutionException e) {
            throw new MeasurementException(mapper.getName() + " failed: " + e.getCause(), e);
        } finally {
            pool.shutdownNow();
        }
    }

    private long mapPieces(AtomicInteger next) throws IOException, InterruptedException {
        long records = 0;
        for (int piece = next.getAndIncrement();
                piece < lines.tasks();
                piece = next.getAndIncrement()) {
            records += map(piece);
        }
        return records;
    }

    @SuppressWarnings("unchecked") // what a mapper of lines writes is its own affair
    private long map(int number) throws IOException, InterruptedException {
        Mapper<LongWritable, Text, Object, Object> task =
                (Mapper<LongWritable, Text, Object, Object>)
                        ReflectionUtils.newInstance(mapper, conf);
        LinesInMemory.Piece piece = lines.pieces().get(number);
        CountingWriter<Object, Object> writer = new CountingWriter<>();
        TaskAttemptID attempt = new TaskAttemptID("floor", 1, TaskType.MAP, number, 0);
        task.run(
                new WrappedMapper<LongWritable, Text, Object, Object>()
                        .getMapContext(
                                new MapContextImpl<>(
                                        conf,
                                        attempt,
                                        new PieceReader(piece),
                                        writer,
                                        new NullOutputFormat<>()
                                                .getOutputCommitter(
                                                        new TaskAttemptContextImpl(conf, attempt)),
                                        new TaskReporter(),
                                        new FileSplit(
                                                new Path(lines.file().toUri()),
                                                piece.start(),
                                                piece.bytes().length,
                                                new String[0]))));
        return writer.records();
    }
}
