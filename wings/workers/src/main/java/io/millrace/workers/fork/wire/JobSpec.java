package io.millrace.workers.fork.wire;

import io.millrace.engine.job.remote.TaskResources;
import io.millrace.exchange.connection.Sendable;
import io.millrace.hadoop.loader.Findings;
import io.millrace.hadoop.loader.JobClasses;
import io.millrace.hadoop.task.JobEnvironment;
import io.millrace.hadoop.task.SerializedSplit;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInput;
import java.io.DataOutput;
import java.io.DataOutputStream;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.apache.hadoop.mapred.JobConf;
import org.apache.hadoop.mapred.JobID;
import org.apache.hadoop.security.Credentials;
import org.apache.hadoop.security.UserGroupInformation;

/**
 * Everything that a forked JVM needs to know of its job; the first message it receives. Contains
 * the job's configuration and credentials, so it is sent over the connection only.
 *
 * @param environment the state that all attempts of the job share; the other end creates its class
 *     loader
 * @param classPath the job's own classes: its jar, and its cached files that contain classes
 * @param resources the machine's resources that the JVM may use
 */
public record JobSpec(JobEnvironment environment, List<Path> classPath, TaskResources resources)
        implements Sendable {

    /** Creates the job's class loader at the end that runs its tasks. */
    @FunctionalInterface
    public interface Loaders {
        JobClasses make(JobConf conf, List<Path> classPath, Findings findings) throws IOException;
    }

    public static JobSpec readFrom(DataInput in, Loaders loaders) throws IOException {
        JobID id = JobID.forName(in.readUTF());
        JobConf conf = new JobConf();
        // The name shows the source of values, like the name of a submitted job file.
        conf.addResource(new ByteArrayInputStream(readBytes(in)), "job.xml");
        // A name with a realm is shortened by rules that come from the configuration.
        UserGroupInformation.setConfiguration(conf);
        UserGroupInformation user = UserGroupInformation.createRemoteUser(in.readUTF());
        Credentials credentials = new Credentials();
        credentials.readFields(in);
        conf.setCredentials(credentials);
        user.addCredentials(credentials);
        List<SerializedSplit> splits = readSplits(in);
        Path work = Path.of(in.readUTF());
        List<Path> classPath = new ArrayList<>();
        for (int left = in.readInt(); left > 0; left--) {
            classPath.add(Path.of(in.readUTF()));
        }
        TaskResources resources =
                new TaskResources(in.readInt(), in.readInt(), in.readLong(), in.readInt());
        JobClasses classes = loaders.make(conf, classPath, Findings.readFrom(in));
        conf.setClassLoader(classes.own());
        return new JobSpec(
                new JobEnvironment(id, conf, classes, user, splits, work), classPath, resources);
    }

    @Override
    public void writeTo(DataOutput out) throws IOException {
        out.writeUTF(environment.id().toString());
        ByteArrayOutputStream xml = new ByteArrayOutputStream();
        environment.conf().writeXml(xml);
        writeBytes(xml.toByteArray(), out);
        out.writeUTF(environment.user().getUserName());
        writeCredentials(out);
        writeSplits(out);
        out.writeUTF(environment.workDirectory().toString());
        out.writeInt(classPath.size());
        for (Path entry : classPath) {
            out.writeUTF(entry.toString());
        }
        out.writeInt(resources.slots());
        out.writeInt(resources.sortThreads());
        out.writeLong(resources.memoryBytes());
        out.writeInt(resources.slabBytes());
        environment.findings().writeTo(out);
    }

    private void writeCredentials(DataOutput out) throws IOException {
        Credentials all = new Credentials(environment.conf().getCredentials());
        all.mergeAll(environment.user().getCredentials());
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        all.write(new DataOutputStream(bytes));
        out.write(bytes.toByteArray());
    }

    private void writeSplits(DataOutput out) throws IOException {
        List<SerializedSplit> splits = environment.splits();
        out.writeInt(splits.size());
        if (!splits.isEmpty()) {
            writeBytes(splits.get(0).file(), out);
        }
        for (SerializedSplit split : splits) {
            out.writeLong(split.offset());
            out.writeLong(split.inputBytes());
        }
    }

    /** Reads splits without hosts, which the JVM that runs the task does not need. */
    private static List<SerializedSplit> readSplits(DataInput in) throws IOException {
        int count = in.readInt();
        byte[] file = count == 0 ? new byte[0] : readBytes(in);
        List<SerializedSplit> splits = new ArrayList<>(count);
        for (int i = 0; i < count; i++) {
            splits.add(new SerializedSplit(file, in.readLong(), in.readLong(), new String[0]));
        }
        return splits;
    }

    private static byte[] readBytes(DataInput in) throws IOException {
        byte[] bytes = new byte[in.readInt()];
        in.readFully(bytes);
        return bytes;
    }

    private static void writeBytes(byte[] bytes, DataOutput out) throws IOException {
        out.writeInt(bytes.length);
        out.write(bytes);
    }
}
