package io.millrace.formats.record;

import org.apache.hadoop.io.serializer.SerializationFactory;
import org.apache.hadoop.io.serializer.WritableSerialization;

/** The serializations that {@code io.serializations} selects for a class. */
public final class Serializations {

    private Serializations() {}

    /**
     * Whether objects of {@code type} are serialized by their own {@code write} and nothing else.
     */
    public static boolean isPlain(SerializationFactory factory, Class<?> type) {
        Object serialization = factory.getSerialization(type);
        return serialization != null && serialization.getClass() == WritableSerialization.class;
    }
}
