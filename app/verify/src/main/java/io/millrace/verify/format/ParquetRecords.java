package io.millrace.verify.format;

import io.millrace.verify.RecordReader;
import java.io.ByteArrayOutputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;
import org.apache.parquet.example.data.Group;
import org.apache.parquet.hadoop.ParquetFileReader;
import org.apache.parquet.hadoop.ParquetReader;
import org.apache.parquet.hadoop.example.GroupReadSupport;
import org.apache.parquet.hadoop.metadata.BlockMetaData;
import org.apache.parquet.hadoop.util.HadoopInputFile;
import org.apache.parquet.io.api.Binary;
import org.apache.parquet.schema.GroupType;
import org.jspecify.annotations.Nullable;

/** Rows of a Parquet file; encodings, pages and compression do not count. Used by one thread. */
public final class ParquetRecords implements RecordReader {

    private final String schema;
    private final BlockPositions rowGroups = new BlockPositions();
    private final ParquetReader<Group> reader;
    private @Nullable Group row;
    private long rows;

    public ParquetRecords(Path file, Configuration conf) throws IOException {
        try (ParquetFileReader footer =
                ParquetFileReader.open(HadoopInputFile.fromPath(file, conf))) {
            schema = footer.getFooter().getFileMetaData().getSchema().toString();
            for (BlockMetaData rowGroup : footer.getFooter().getBlocks()) {
                rowGroups.add(rowGroup.getRowCount(), rowGroup.getStartingPos());
            }
        }
        reader = ParquetReader.builder(new GroupReadSupport(), file).withConf(conf).build();
    }

    @Override
    public String header() {
        return schema;
    }

    @Override
    public boolean next() throws IOException {
        row = reader.read();
        rows++;
        return row != null;
    }

    @Override
    public byte[] record() throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (DataOutputStream out = new DataOutputStream(bytes)) {
            write(current(), out);
        }
        return bytes.toByteArray();
    }

    private static void write(Group group, DataOutputStream out) throws IOException {
        GroupType type = group.getType();
        for (int field = 0; field < type.getFieldCount(); field++) {
            int values = group.getFieldRepetitionCount(field);
            out.writeInt(values);
            for (int i = 0; i < values; i++) {
                if (type.getType(field).isPrimitive()) {
                    writePrimitive(group, field, i, out);
                } else {
                    write(group.getGroup(field, i), out);
                }
            }
        }
    }

    private static void writePrimitive(Group group, int field, int i, DataOutputStream out)
            throws IOException {
        switch (group.getType().getType(field).asPrimitiveType().getPrimitiveTypeName()) {
            case INT32 -> out.writeInt(group.getInteger(field, i));
            case INT64 -> out.writeLong(group.getLong(field, i));
            case BOOLEAN -> out.writeBoolean(group.getBoolean(field, i));
            case FLOAT -> out.writeFloat(group.getFloat(field, i));
            case DOUBLE -> out.writeDouble(group.getDouble(field, i));
            case INT96 -> write(group.getInt96(field, i), out);
            case BINARY, FIXED_LEN_BYTE_ARRAY -> write(group.getBinary(field, i), out);
        }
    }

    private static void write(Binary value, DataOutputStream out) throws IOException {
        out.writeInt(value.length());
        out.write(value.getBytes());
    }

    @Override
    public String text() {
        return current().toString().strip().replaceAll("\\s*\n\\s*", ", ");
    }

    private Group current() {
        if (row == null) {
            throw new IllegalStateException("there is no current row");
        }
        return row;
    }

    @Override
    public long position() {
        return rowGroups.of(rows - 1);
    }

    @Override
    public void close() throws IOException {
        reader.close();
    }
}
