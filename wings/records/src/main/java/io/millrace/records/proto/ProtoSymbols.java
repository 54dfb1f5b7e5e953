package io.millrace.records.proto;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.apache.hadoop.thirdparty.protobuf.Descriptors.EnumValueDescriptor;
import org.jspecify.annotations.Nullable;

/** The names of an enum's numbers. */
final class ProtoSymbols {

    private final int[] numbers;
    private final byte[][] names;

    /** The first name of each number counts. */
    ProtoSymbols(List<EnumValueDescriptor> values) {
        Map<Integer, byte[]> byNumber = new TreeMap<>();
        values.forEach(value ->
                byNumber.putIfAbsent(
                        value.getNumber(), value.getName().getBytes(StandardCharsets.UTF_8)));
        numbers = byNumber.keySet().stream().mapToInt(Integer::intValue).toArray();
        names = byNumber.values().toArray(byte[][]::new);
    }

    /** The name of a number, which callers must not change; null if it has none. */
    byte @Nullable [] name(int number) {
        int index = Arrays.binarySearch(numbers, number);
        return index < 0 ? null : names[index];
    }
}
