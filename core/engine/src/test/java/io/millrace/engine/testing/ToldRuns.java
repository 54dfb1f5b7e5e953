package io.millrace.engine.testing;

import io.millrace.engine.shuffle.remote.PlacedRuns;
import io.millrace.engine.shuffle.remote.SealedOutput;
import io.millrace.engine.spill.RunIntake;
import io.millrace.engine.spill.RunSource;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;

/** Runs on their way between two processes that are one in tests, as bytes. */
public final class ToldRuns {

    private ToldRuns() {}

    /**
     * What the other process makes of a map output.
     *
     * @param byContents whether the runs are told by their bytes, not by the name of their file
     */
    public static SealedOutput output(
            SealedOutput output, Predicate<PlacedRuns> byContents, RunIntake intake)
            throws IOException {
        List<PlacedRuns> arrived = runs(output.runs(), byContents, intake);
        for (PlacedRuns each : output.runs()) {
            if (byContents.test(each)) {
                each.close();
            }
        }
        return new SealedOutput(arrived, output.tally(), output.spilledRecords());
    }

    /** What the other process makes of runs that it is lent. */
    public static List<PlacedRuns> runs(
            List<PlacedRuns> runs, Predicate<PlacedRuns> byContents, RunIntake intake)
            throws IOException {
        List<PlacedRuns> arrived = new ArrayList<>();
        for (PlacedRuns each : runs) {
            ByteArrayOutputStream bytes = new ByteArrayOutputStream();
            DataOutputStream out = new DataOutputStream(bytes);
            if (byContents.test(each)) {
                each.runs().writeContentsTo(out);
            } else {
                each.runs().writeTo(out);
            }
            DataInputStream in = new DataInputStream(new ByteArrayInputStream(bytes.toByteArray()));
            arrived.add(
                    new PlacedRuns(each.task(), each.sequence(), RunSource.readFrom(in, intake)));
        }
        return arrived;
    }
}
