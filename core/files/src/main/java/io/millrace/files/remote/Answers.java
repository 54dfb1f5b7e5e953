package io.millrace.files.remote;

import io.millrace.files.direct.Redirection;
import io.millrace.files.process.MillraceProcess;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.util.ArrayList;
import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;

/** Answers one request. */
final class Answers {

    private final Configuration conf;

    Answers(Configuration conf) {
        this.conf = conf;
    }

    /** Reads a request and answers it; sends file errors to the other side. */
    void answer(DataInputStream in, DataOutputStream out) throws IOException {
        Request request = Request.valueOf(in.readUTF());
        Path path = new Path(in.readUTF());
        try {
            switch (request) {
                case LIST -> list(path, false, out);
                case SIZES -> list(path, true, out);
                case READ -> read(path, out);
                case COPY -> copy(path, new Path(in.readUTF()), out);
                case SAVE -> save(path, out);
            }
        } catch (IOException | RuntimeException e) {
            Reply.refused(out, e);
        }
    }

    private void list(Path path, boolean sizes, DataOutputStream out) throws IOException {
        FileSystem files = path.getFileSystem(conf);
        List<RemoteFile> found = new ArrayList<>();
        for (FileStatus each : files.listStatus(path)) {
            long bytes =
                    sizes && each.isDirectory()
                            ? files.getContentSummary(each.getPath()).getLength()
                            : each.getLen();
            found.add(RemoteFile.of(each, each.isDirectory() && !sizes ? 0 : bytes));
        }
        Reply.done(out);
        out.writeInt(found.size());
        for (RemoteFile each : found) {
            each.send(out);
        }
    }

    private void read(Path path, DataOutputStream out) throws IOException {
        try (InputStream file = path.getFileSystem(conf).open(path)) {
            Reply.done(out);
            Chunks.send(file, out);
        }
    }

    private void copy(Path source, Path target, DataOutputStream out) throws IOException {
        new Copying(source, target, conf).copy();
        Reply.done(out);
    }

    private static void save(Path path, DataOutputStream out) throws IOException {
        List<String> failures = Redirection.of(MillraceProcess.current()).save(path);
        if (!failures.isEmpty()) {
            throw new IOException(String.join("; ", failures));
        }
        Reply.done(out);
    }
}
