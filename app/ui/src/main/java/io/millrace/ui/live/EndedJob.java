package io.millrace.ui.live;

import io.millrace.hadoop.watch.WatchedJob;
import io.millrace.ui.report.JobRow;
import io.millrace.ui.report.ReportJson;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.zip.GZIPInputStream;
import java.util.zip.GZIPOutputStream;

/** A finished job: its row and its compressed report. */
final class EndedJob implements ShownJob {

    private final JobRow row;
    private final byte[] compressed;

    EndedJob(WatchedJob job) throws IOException {
        this.row = JobRow.of(job);
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (OutputStream out = new GZIPOutputStream(bytes)) {
            out.write(new ReportJson(job).textWithPrevious().getBytes(StandardCharsets.UTF_8));
        }
        this.compressed = bytes.toByteArray();
    }

    @Override
    public boolean ended() {
        return true;
    }

    @Override
    public JobRow row() {
        return row;
    }

    @Override
    public String report() throws IOException {
        try (GZIPInputStream in = new GZIPInputStream(new ByteArrayInputStream(compressed))) {
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        }
    }

    @Override
    public long bytes() {
        return compressed.length;
    }
}
