package io.millrace.verify;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.zip.Deflater;
import java.util.zip.GZIPOutputStream;
import org.apache.avro.Schema;
import org.apache.avro.SchemaBuilder;
import org.apache.avro.file.DataFileWriter;
import org.apache.avro.generic.GenericDatumWriter;
import org.apache.avro.generic.GenericRecordBuilder;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.io.IntWritable;
import org.apache.hadoop.io.MapFile;
import org.apache.hadoop.io.SequenceFile;
import org.apache.hadoop.io.Text;
import org.apache.orc.OrcFile;
import org.apache.orc.TypeDescription;
import org.apache.orc.Writer;
import org.apache.orc.mapred.OrcStruct;
import org.apache.orc.mapreduce.OrcMapreduceRecordWriter;
import org.apache.parquet.example.data.Group;
import org.apache.parquet.example.data.simple.SimpleGroup;
import org.apache.parquet.hadoop.ParquetWriter;
import org.apache.parquet.hadoop.example.ExampleParquetWriter;
import org.apache.parquet.schema.MessageType;
import org.apache.parquet.schema.MessageTypeParser;

/** Writes words and their lengths in each format, in one of two encodings of the same records. */
enum WrittenFiles {
    GZIP {
        @Override
        void write(Path file, List<String> words, boolean other) throws IOException {
            int level = other ? Deflater.NO_COMPRESSION : Deflater.BEST_COMPRESSION;
            try (OutputStream out =
                    new GZIPOutputStream(Files.newOutputStream(file)) {
                        {
                            def.setLevel(level);
                        }
                    }) {
                for (String word : words) {
                    out.write(
                            (word + "\t" + word.length() + "\n").getBytes(StandardCharsets.UTF_8));
                }
            }
        }
    },
    /** Two files of the same records differ in their random sync marks alone. */
    SEQUENCE_FILE {
        @Override
        void write(Path file, List<String> words, boolean other) throws IOException {
            try (SequenceFile.Writer out =
                    SequenceFile.createWriter(
                            new Configuration(),
                            SequenceFile.Writer.file(hadoop(file)),
                            SequenceFile.Writer.keyClass(Text.class),
                            SequenceFile.Writer.valueClass(IntWritable.class))) {
                for (String word : words) {
                    out.append(new Text(word), new IntWritable(word.length()));
                }
            }
        }
    },
    MAP_FILE {
        @Override
        void write(Path file, List<String> words, boolean other) throws IOException {
            try (MapFile.Writer out =
                    new MapFile.Writer(
                            new Configuration(),
                            hadoop(file),
                            MapFile.Writer.keyClass(Text.class),
                            SequenceFile.Writer.valueClass(IntWritable.class))) {
                for (String word : words) {
                    out.append(new Text(word), new IntWritable(word.length()));
                }
            }
        }
    },
    /** Sync marks are random. */
    AVRO {
        @Override
        void write(Path file, List<String> words, boolean other) throws IOException {
            Schema schema =
                    SchemaBuilder.record("Length")
                            .fields()
                            .requiredString("word")
                            .requiredInt("length")
                            .endRecord();
            try (DataFileWriter<Object> out =
                    new DataFileWriter<>(new GenericDatumWriter<>(schema))) {
                out.create(schema, file.toFile());
                for (String word : words) {
                    out.append(
                            new GenericRecordBuilder(schema)
                                    .set("word", word)
                                    .set("length", word.length())
                                    .build());
                }
            }
        }
    },
    PARQUET {
        @Override
        void write(Path file, List<String> words, boolean other) throws IOException {
            MessageType schema =
                    MessageTypeParser.parseMessageType(
                            "message lengths { required binary word (UTF8); repeated int32 n; }");
            try (ParquetWriter<Group> out =
                    ExampleParquetWriter.builder(hadoop(file))
                            .withType(schema)
                            .withDictionaryEncoding(other)
                            .build()) {
                for (String word : words) {
                    Group row = new SimpleGroup(schema);
                    row.add("word", word);
                    row.add("n", word.length());
                    out.write(row);
                }
            }
        }
    },
    ORC {
        @Override
        void write(Path file, List<String> words, boolean other) throws Exception {
            TypeDescription schema = TypeDescription.fromString("struct<word:string,n:int>");
            Writer writer =
                    OrcFile.createWriter(
                            hadoop(file),
                            OrcFile.writerOptions(new Configuration())
                                    .setSchema(schema)
                                    .rowIndexStride(other ? 1_000 : 10_000)
                                    .bufferSize(other ? 4_096 : 65_536));
            var out = new OrcMapreduceRecordWriter<OrcStruct>(writer);
            for (String word : words) {
                OrcStruct row = new OrcStruct(schema);
                row.setFieldValue("word", new Text(word));
                row.setFieldValue("n", new IntWritable(word.length()));
                out.write(null, row);
            }
            out.close(null);
        }
    };

    /**
     * Writes a file, or the directory of a MapFile.
     *
     * @param other whether to encode the same records in other bytes
     */
    abstract void write(Path file, List<String> words, boolean other) throws Exception;

    private static org.apache.hadoop.fs.Path hadoop(Path file) {
        return new org.apache.hadoop.fs.Path(file.toUri());
    }
}
