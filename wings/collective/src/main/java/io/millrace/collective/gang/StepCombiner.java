package io.millrace.collective.gang;

import io.millrace.engine.record.Combiner;
import io.millrace.engine.record.RecordCursor;
import io.millrace.engine.record.RecordSink;
import io.millrace.engine.task.Thrown;
import io.millrace.formats.record.RecordSerializer;
import java.io.IOException;
import org.apache.hadoop.io.Writable;
import org.apache.hadoop.mapred.JobConf;

/** A step's combiner for one try at a map task. Called on the worker's thread. */
final class StepCombiner implements Combiner {

    private final StepReduceAttempt attempt;
    private final Class<?> keyType;
    private final Class<?> valueType;
    private final RecordSerializer<Writable, Writable> serializer;

    /**
     * A combiner for the map output of {@code conf}.
     *
     * @param serializer lent; used by the combiner only while it runs
     */
    StepCombiner(
            JobConf conf,
            RecordSerializer<Writable, Writable> serializer,
            StepReduceAttempt attempt) {
        this.attempt = attempt;
        this.keyType = conf.getMapOutputKeyClass();
        this.valueType = conf.getMapOutputValueClass();
        this.serializer = serializer;
    }

    @Override
    public void combineRun(int partition, RecordCursor sorted, RecordSink out)
            throws IOException, InterruptedException {
        serializer.target(out);
        try {
            attempt.run(
                    sorted,
                    (key, value) -> {
                        check("key", keyType, key);
                        check("value", valueType, value);
                        serializer.write(key, value, partition);
                    });
        } catch (IOException | InterruptedException e) {
            throw e;
        } catch (Exception e) {
            throw Thrown.again(e);
        }
    }

    private static void check(String role, Class<?> expected, Writable got) throws IOException {
        if (got.getClass() != expected) {
            throw new IOException(
                    "wrong "
                            + role
                            + " class: "
                            + got.getClass().getName()
                            + " is not "
                            + expected.getName()
                            + "; a combiner must emit the classes of the map output");
        }
    }

    /** Adds the combiner's counts to the counters. */
    void commit() {
        attempt.commit();
    }
}
