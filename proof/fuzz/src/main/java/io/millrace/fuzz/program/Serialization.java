package io.millrace.fuzz.program;

/** Methods {@code packed} and {@code unpacked} of a program: Java's serialization. */
final class Serialization {

    private static final String METHODS =
            """
            static byte[] packed(Object object) {
                try {
                    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
                    ObjectOutputStream out = new ObjectOutputStream(bytes);
                    out.writeObject(object);
                    out.flush();
                    return bytes.toByteArray();
                } catch (IOException e) {
                    throw new IllegalStateException(e);
                }
            }

            @SuppressWarnings("unchecked")
            static <T> T unpacked(byte[] bytes) {
                try {
                    return (T) new ObjectInputStream(new ByteArrayInputStream(bytes)) {
                        @Override
                        protected Class<?> resolveClass(ObjectStreamClass type) throws ClassNotFoundException {
                            return Class.forName(type.getName(), false, ${program}.class.getClassLoader());
                        }
                    }.readObject();
                } catch (IOException | ClassNotFoundException e) {
                    throw new IllegalStateException(e);
                }
            }
            """;

    private Serialization() {}

    static void declare(Sketch sketch) {
        sketch.declare("packed", METHODS);
    }
}
