package io.millrace.fuzz.program;

/**
 * A field {@code ${f}} of the program's own Writable: its type, its initial value, and statements
 * that set it from a text {@code s} and a number {@code n}, write it to {@code out} and read it
 * from {@code in}. Reading a sticky field may leave parts of its old value.
 */
enum OwnField {
    INT("int", "0", "${f} = (int) n;", "out.writeInt(${f});", "${f} = in.readInt();"),
    UTF("String", "\"\"", "${f} = s;", "out.writeUTF(${f});", "${f} = in.readUTF();"),
    LONG("long", "0", "${f} = n;", "out.writeLong(${f});", "${f} = in.readLong();"),
    DOUBLE("double", "0", "${f} = n / 4.0;", "out.writeDouble(${f});", "${f} = in.readDouble();"),
    FLOAT("float", "0", "${f} = n / 4f;", "out.writeFloat(${f});", "${f} = in.readFloat();"),
    BOOLEAN(
            "boolean",
            "false",
            "${f} = n % 2 == 0;",
            "out.writeBoolean(${f});",
            "${f} = in.readBoolean();"),
    SHORT("short", "0", "${f} = (short) n;", "out.writeShort(${f});", "${f} = in.readShort();"),
    BYTE("byte", "0", "${f} = (byte) n;", "out.writeByte(${f});", "${f} = in.readByte();"),
    CHAR("char", "0", "${f} = (char) n;", "out.writeChar(${f});", "${f} = in.readChar();"),
    UNSIGNED(
            "int",
            "0",
            "${f} = (int) n & 0xff;",
            "out.write(${f});",
            "${f} = in.readUnsignedByte();"),
    VINT(
            "int",
            "0",
            "${f} = (int) n;",
            "WritableUtils.writeVInt(out, ${f});",
            "${f} = WritableUtils.readVInt(in);"),
    VLONG(
            "long",
            "0",
            "${f} = n;",
            "WritableUtils.writeVLong(out, ${f});",
            "${f} = WritableUtils.readVLong(in);"),
    STRING(
            "String",
            "\"\"",
            "${f} = s;",
            "Text.writeString(out, ${f});",
            "${f} = Text.readString(in);"),
    TEXT("Text", "new Text()", "${f}.set(s);", "${f}.write(out);", "${f}.readFields(in);"),
    WRITABLE(
            "IntWritable",
            "new IntWritable()",
            "${f}.set((int) n);",
            "${f}.write(out);",
            "${f}.readFields(in);"),
    BYTES(
            "byte[]",
            "new byte[0]",
            "${f} = s.getBytes(StandardCharsets.UTF_8);",
            "out.writeInt(${f}.length); out.write(${f});",
            "${f} = new byte[in.readInt()]; in.readFully(${f});"),
    PIECE(
            "byte[]",
            "new byte[2]",
            "${f} = new byte[] {(byte) n, 7, (byte) s.length()};",
            "out.write(${f}, 0, 3);",
            "${f} = new byte[3]; ${f}[0] = in.readByte(); in.readFully(${f}, 1, 2);"),
    CHARS(
            "String",
            "\"\"",
            "${f} = s;",
            "out.writeShort(${f}.length()); out.writeChars(${f});",
            """
            char[] chars = new char[in.readUnsignedShort()];
            for (int i = 0; i < chars.length; i++) {
                chars[i] = in.readChar();
            }
            ${f} = new String(chars);\
            """),
    SKIPPED(
            "int",
            "0",
            "${f} = (int) n;",
            "out.writeLong(${f}); out.writeInt(${f});",
            "${f} = in.skipBytes(8) - 8 + in.readInt();"),
    LINE(
            "String",
            "\"\"",
            "${f} = s.replaceAll(\"[^a-z]\", \"\");",
            "out.writeBytes(${f}); out.writeByte(10);",
            "${f} = in.readLine();"),
    LIST(
            "ArrayList<String>",
            "new ArrayList<>()",
            "${f}.clear(); ${f}.add(s); ${f}.add(Long.toString(n));",
            """
            out.writeInt(${f}.size());
            for (String each : ${f}) {
                out.writeUTF(each);
            }\
            """,
            """
            ${f}.clear();
            for (int i = in.readInt(); i > 0; i--) {
                ${f}.add(in.readUTF());
            }\
            """),
    NULLABLE(
            "String",
            "null",
            "${f} = n % 2 == 0 ? null : s;",
            "out.writeBoolean(${f} != null); if (${f} != null) { out.writeUTF(${f}); }",
            "${f} = in.readBoolean() ? in.readUTF() : null;"),
    REST(
            "int",
            "0",
            "${f} = (int) n & 0xffff;",
            "out.writeShort(${f});",
            """
            ${f} = 0;
            try {
                while (true) {
                    ${f} = ${f} * 256 + in.readUnsignedByte();
                }
            } catch (EOFException e) {
                // has all
            }\
            """),
    SHORT_REST(
            "byte[]",
            "new byte[4]",
            "${f} = new byte[] {(byte) n, 5, 0, 0};",
            "out.write(${f}, 0, 2);",
            """
            ${f} = new byte[4];
            try {
                in.readFully(${f});
            } catch (EOFException e) {
                // has what there was
            }\
            """),
    STREAM(
            "int",
            "0",
            "${f} = (int) n;",
            "((DataOutputStream) out).writeInt(${f});",
            "${f} = ((DataInputStream) in).available() - 4 + in.readInt();"),
    GROWING(
            "ArrayList<String>",
            "new ArrayList<>()",
            "${f}.clear(); ${f}.add(s);",
            """
            out.writeInt(${f}.size());
            for (String each : ${f}) {
                out.writeUTF(each);
            }\
            """,
            """
            for (int i = in.readInt(); i > 0; i--) {
                ${f}.add(in.readUTF());
            }\
            """,
            true),
    KEPT(
            "String",
            "\"\"",
            "${f} = n % 2 == 0 ? \"\" : s;",
            "out.writeUTF(${f});",
            "String read = in.readUTF(); if (!read.isEmpty()) { ${f} = read; }",
            true);

    private final String type;
    private final String start;
    private final String fill;
    private final String write;
    private final String read;
    private final boolean sticky;

    OwnField(String type, String start, String fill, String write, String read) {
        this(type, start, fill, write, read, false);
    }

    OwnField(String type, String start, String fill, String write, String read, boolean sticky) {
        this.type = type;
        this.start = start;
        this.fill = fill;
        this.write = write;
        this.read = read;
        this.sticky = sticky;
    }

    String declaration(String name) {
        return "%s %s = %s;%n".formatted(type, name, start);
    }

    String filling(String name) {
        return Code.fill(fill, "f", name) + "\n";
    }

    String writing(String name) {
        return Code.fill(write, "f", name) + "\n";
    }

    String reading(String name) {
        return "{\n" + Code.fill(read, "f", name) + "\n}\n";
    }

    /** An expression that shows its whole value. */
    String text(String name) {
        return switch (this) {
            case BYTES, PIECE, SHORT_REST -> "Arrays.toString(%s)".formatted(name);
            case CHAR -> "(int) " + name;
            default -> name;
        };
    }

    /** Whether it reads to the end of its record, so that it must be the last field. */
    boolean isLast() {
        return this == REST || this == SHORT_REST || this == STREAM;
    }

    boolean isSticky() {
        return sticky;
    }
}
