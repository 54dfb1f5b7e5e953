package io.millrace.collective.table;

import io.millrace.collective.operation.NumberOperation;
import io.millrace.collective.operation.Operation;
import io.millrace.collective.operation.Operations;
import java.io.IOException;
import org.apache.hadoop.io.DataInputBuffer;
import org.apache.hadoop.io.Writable;
import org.apache.hadoop.mapred.JobConf;
import org.apache.hadoop.util.ReflectionUtils;
import org.jspecify.annotations.Nullable;

/** The common properties of a step's tables: the class of their keys and the operation. */
public final class TableTypes {

    private final JobConf conf;
    private final Class<?> keyType;
    private final Operation<Writable, Writable> operation;
    private final DataInputBuffer in = new DataInputBuffer();

    /** Reads the step's configuration. */
    public TableTypes(JobConf conf) {
        this.conf = conf;
        this.keyType = conf.getMapOutputKeyClass();
        this.operation = Operations.of(conf);
    }

    Operation<Writable, Writable> operation() {
        return operation;
    }

    /** The operation, if it is one on numbers. */
    @Nullable NumberOperation numbers() {
        Operation<?, ?> any = operation;
        return any instanceof NumberOperation numbers ? numbers : null;
    }

    /** The key of these bytes. */
    public Writable key(byte[] bytes) throws IOException {
        Writable key = (Writable) ReflectionUtils.newInstance(keyType, conf);
        in.reset(bytes, bytes.length);
        key.readFields(in);
        return key;
    }

    /** Adds the key whose values an operation could not combine. */
    IOException atKey(byte[] key, IllegalArgumentException failure) throws IOException {
        return new IOException("key " + key(key) + ": " + failure.getMessage(), failure);
    }
}
