package io.millrace.records.config;

import io.millrace.engine.config.Key;
import io.millrace.formats.config.KeySource;
import java.util.List;

/**
 * The keys of the formats, for Millrace's list. Hadoop's side reads them by name, as it also runs
 * without Millrace.
 */
public final class RecordsKeys implements KeySource {

    private static final Key<String> SCHEMA =
            Key.text(
                    JobSchema.TEXT,
                    "the text form of a schema",
                    "Schema of the input of DecodedText, or of the output of PagedOutput. Programs set it; on the command"
                            + " line, millrace.records.schema.file is easier.");

    private static final Key<String> SCHEMA_FILE =
            Key.text(
                    JobSchema.FILE,
                    "a path in any file system of Hadoop",
                    "File with the schema of the input of DecodedText, or of the output of"
                            + " PagedOutput. millrace.records.schema overrides it.");

    private static final Key<String> SCHEMAS =
            Key.text(
                    JobSchemas.KEY,
                    "set by setSchema of DecodedText",
                    "Schemas of the inputs of a job with several, in place of millrace.records.schema.");

    private static final Key<String> WHERE =
            Key.text(
                    JobPredicate.WHERE,
                    "comparisons of columns with values, joined by and and or",
                    "Predicate that records of DecodedText, DecodedPages, DecodedAvro, DecodedProto, DecodedWritable and TableInput must match to"
                            + " reach the mapper, as in: rank > 10 and (day >= 2026-01-01 or source = \"x\").");

    private static final Key<String> COLUMNS =
            Key.text(
                    BinarySettings.COLUMNS,
                    "names of columns, separated by commas",
                    "Columns of DecodedAvro and DecodedProto, in the order in which the mapper counts"
                            + " them; all by default.");

    private static final Key<String> WRITABLE_KEY =
            Key.text(
                    WritableSettings.KEY,
                    "fields with their forms, separated by commas",
                    "Fields that the keys of DecodedWritable's input have written, in their order, as in:"
                            + " url text, day vint. By default, keys are skipped.");

    private static final Key<String> WRITABLE_VALUE =
            Key.text(
                    WritableSettings.VALUE,
                    "fields with their forms, separated by commas",
                    "Fields that the values of DecodedWritable's input have written, in their order. Forms are boolean, byte,"
                            + " short, int, long, float, double, vint, vlong, text, utf and bytes.");

    private static final Key<String> DESCRIPTOR =
            Key.text(
                    ProtoSettings.DESCRIPTOR,
                    "a path in any file system of Hadoop",
                    "File with the descriptor of the input of DecodedProto, as protoc"
                            + " --include_imports --descriptor_set_out writes it.");

    private static final Key<String> MESSAGE =
            Key.text(
                    ProtoSettings.MESSAGE,
                    "the full name of a message type",
                    "Type of the messages that DecodedProto reads.");

    private static final Key<String> FORM =
            Key.text(
                    ProtoSettings.FORM,
                    "delimited, sequence",
                    "Form of the input of DecodedProto: messages with their lengths before them, or"
                            + " values of SequenceFiles; delimited by default.");

    private static final Key<Long> MESSAGE_BYTES =
            Key.bytes(
                    ProtoSettings.MOST_BYTES,
                    ProtoSettings.DEFAULT_MOST_BYTES,
                    1,
                    ProtoSettings.MAX_MOST_BYTES,
                    "Largest message that DecodedProto reads from delimited files; a larger one is"
                            + " an error.");

    private static final Key<String> CODEC =
            Key.text(
                    PagedKeys.CODEC,
                    "none, deflate, lz4, zstd",
                    "Codec of the pages that PagedOutput writes; none by default. zstd needs"
                            + " Hadoop's native library.");

    private static final Key<Long> PAGE_BYTES =
            Key.bytes(
                    PagedKeys.PAGE_BYTES,
                    PagedKeys.DEFAULT_PAGE_BYTES,
                    PagedKeys.MIN_PAGE_BYTES,
                    PagedKeys.MAX_PAGE_BYTES,
                    "Size of the records of a page, before compression, that PagedOutput writes.");

    private static final Key<String> ZONES =
            Key.text(
                    PagedKeys.ZONES,
                    "names of columns, separated by commas",
                    "Columns whose least and greatest value in each page PagedOutput stores; all by"
                            + " default.");

    private static final Key<String> FILTERS =
            Key.text(
                    PagedKeys.FILTERS,
                    "names of columns, separated by commas",
                    "Columns for which PagedOutput stores a Bloom filter with each page; none by"
                            + " default.");

    private static final Key<Long> GAP_BYTES =
            Key.bytes(
                    PagedKeys.GAP_BYTES,
                    PagedKeys.DEFAULT_GAP_BYTES,
                    0,
                    PagedKeys.MAX_GAP_BYTES,
                    "Largest gap between two pages that DecodedPages reads with them, because that"
                            + " takes less time than a seek.");

    private static final Key<Boolean> CHECK =
            Key.flag(
                    PagedKeys.CHECK,
                    true,
                    "Whether DecodedPages rejects paged files whose source files have changed since"
                            + " an index was built from them.");

    private static final Key<String> SOURCES =
            Key.text(
                    PagedKeys.SOURCES,
                    "set by millrace index build",
                    "Source files of the paged files that a job writes, with their lengths and"
                            + " modification times.");

    private static final Key<String> INDEX_KEY =
            Key.text(
                    IndexKeys.KEY,
                    "the name of a column",
                    "Column by which an index is built; set by millrace index build.");

    private static final Key<Boolean> INDEX_SORT =
            Key.flag(
                    IndexKeys.SORT,
                    false,
                    "Whether the records of an index are sorted by its key; set by millrace index"
                            + " build.");

    private static final Key<Integer> INDEX_FILES =
            Key.integerOrAuto(
                    IndexKeys.FILES,
                    1,
                    IndexKeys.MAX_FILES,
                    "Most files of a sorted index; with auto, one for each 256 MB of input.");

    @Override
    public List<Key<?>> keys() {
        return List.of(
                SCHEMA,
                SCHEMA_FILE,
                SCHEMAS,
                WHERE,
                COLUMNS,
                WRITABLE_KEY,
                WRITABLE_VALUE,
                DESCRIPTOR,
                MESSAGE,
                FORM,
                MESSAGE_BYTES,
                CODEC,
                PAGE_BYTES,
                ZONES,
                FILTERS,
                GAP_BYTES,
                CHECK,
                SOURCES,
                INDEX_KEY,
                INDEX_SORT,
                INDEX_FILES);
    }
}
