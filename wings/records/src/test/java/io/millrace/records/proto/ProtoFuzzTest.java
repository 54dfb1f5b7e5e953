package io.millrace.records.proto;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.records.binary.MalformedException;
import io.millrace.records.fuzz.Mutations;
import io.millrace.testing.Seeds;
import io.millrace.testing.Soak;
import java.util.List;
import java.util.Random;
import java.util.Set;
import org.apache.hadoop.thirdparty.protobuf.DescriptorProtos.FileDescriptorProto;
import org.apache.hadoop.thirdparty.protobuf.Descriptors.Descriptor;
import org.apache.hadoop.thirdparty.protobuf.InvalidProtocolBufferException;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** Damaged messages yield what Google's decoder reads from them, or the documented exception. */
class ProtoFuzzTest {

    private static final int TYPES = Soak.cases(80, 20_000);
    private static final int CASES = 100;

    private final Random random = Seeds.random("proto fuzz");
    private final Mutations mutations = new Mutations(random);
    private final RandomProto protos = new RandomProto(random);
    private int equal;
    private int rejected;

    @Test
    void damagedMessagesAreReadAsDynamicMessageReadsThemOrRejected() {
        for (int i = 0; i < TYPES; i++) {
            FileDescriptorProto file = protos.file();
            Descriptor type = ProtoTwin.type(file);
            Descriptor other = ProtoTwin.type(protos.version(file));
            ProtoRecord record = new ProtoRecord(new ProtoPlan(type, List.of(), Set.of()), "here");
            for (int j = 0; j < CASES; j++) {
                byte[] message = protos.next(random.nextBoolean() ? type : other).toByteArray();
                compare(record, mutations.of(message), type);
            }
        }
        int few = TYPES * CASES / 20;
        assertThat(equal).isGreaterThan(few);
        assertThat(rejected).isGreaterThan(few);
    }

    private void compare(ProtoRecord record, byte[] bytes, Descriptor type) {
        List<String> columns = record.columns().stream().map(ProtoColumn::name).toList();
        String expected = twin(bytes, type, columns);
        int from = random.nextInt(20);
        String shown;
        try {
            record.wrap(mutations.around(bytes, from), from, from + bytes.length, 0, 1);
            shown = ProtoTwin.shown(record);
        } catch (MalformedException e) {
            // Google's decoder cuts lengths to 32 bits, and other numbers to 64.
            assertThat(expected == null || e.getMessage().matches("A (length of|number has) .*"))
                    .as("%s%n%s%n%s", e, type.getFile().toProto(), Seeds.line())
                    .isTrue();
            rejected++;
            return;
        }
        if (expected != null) {
            assertThat(shown)
                    .as("%s%n%s", type.getFile().toProto(), Seeds.line())
                    .isEqualTo(expected);
            equal++;
        }
    }

    /** The columns as Google's decoder reads them; null if it cannot. */
    private static @Nullable String twin(byte[] bytes, Descriptor type, List<String> columns) {
        try {
            return ProtoTwin.shown(type, bytes, columns);
        } catch (InvalidProtocolBufferException e) {
            return null;
        }
    }
}
