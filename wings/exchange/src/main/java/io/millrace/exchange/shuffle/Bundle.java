package io.millrace.exchange.shuffle;

import java.io.DataOutput;
import java.io.DataOutputStream;
import java.io.IOException;
import java.util.List;

/**
 * Parts of a map output for several workers of one machine: their number, and for each the worker
 * and a {@link SectionOutput}.
 */
record Bundle(List<Integer> workers, OutputParts parts) {

    /**
     * Writes the bundle.
     *
     * @return bytes of the records
     */
    long write(boolean compressed, DataOutput out) throws IOException {
        long content = 0;
        out.writeInt(workers.size());
        for (int worker : workers) {
            out.writeInt(worker);
            try (DataOutputStream section = new DataOutputStream(new SectionOutput(out))) {
                content += parts.writePart(worker, compressed, section);
            }
        }
        return content;
    }
}
