package io.millrace.records.proto;

import io.millrace.records.config.ProtoSettings;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.io.InputStream;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FSDataInputStream;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.thirdparty.protobuf.DescriptorProtos.FileDescriptorProto;
import org.apache.hadoop.thirdparty.protobuf.DescriptorProtos.FileDescriptorSet;
import org.apache.hadoop.thirdparty.protobuf.Descriptors.Descriptor;
import org.apache.hadoop.thirdparty.protobuf.Descriptors.DescriptorValidationException;
import org.apache.hadoop.thirdparty.protobuf.Descriptors.FileDescriptor;
import org.apache.hadoop.thirdparty.protobuf.InvalidProtocolBufferException;
import org.jspecify.annotations.Nullable;

/**
 * Message types in a file that {@code protoc --include_imports --descriptor_set_out} writes: a set
 * of files, each after those that it imports.
 */
final class DescriptorFile {

    private final String name;
    private final Map<String, FileDescriptor> files = new HashMap<>();

    private DescriptorFile(String name) {
        this.name = name;
    }

    /**
     * The type of a job's messages.
     *
     * @throws IOException if there is none, or the descriptor cannot be read
     */
    static Descriptor messageType(Configuration conf) throws IOException {
        Path path = new Path(ProtoSettings.descriptor(conf));
        return new DescriptorFile(path.toString())
                .messageType(read(path, conf), ProtoSettings.message(conf));
    }

    private Descriptor messageType(FileDescriptorSet set, String type) throws IOException {
        for (FileDescriptorProto file : set.getFileList()) {
            files.put(file.getName(), build(file));
        }
        for (FileDescriptor file : files.values()) {
            Descriptor found = find(file, type);
            if (found != null) {
                return found;
            }
        }
        List<String> all =
                files.values().stream()
                        .flatMap(file -> file.getMessageTypes().stream())
                        .map(Descriptor::getFullName)
                        .sorted()
                        .toList();
        throw new IOException(
                "The descriptor %s does not have the message %s, which %s names. It has: %s."
                        .formatted(name, type, ProtoSettings.MESSAGE, String.join(", ", all)));
    }

    private FileDescriptor build(FileDescriptorProto file) throws IOException {
        if (!List.of("", "proto2", "proto3").contains(file.getSyntax())) {
            throw new IOException(
                    "The file %s of the descriptor %s has the syntax %s; proto2 and proto3 are supported."
                            .formatted(file.getName(), name, file.getSyntax()));
        }
        FileDescriptor[] imported = new FileDescriptor[file.getDependencyCount()];
        for (int i = 0; i < imported.length; i++) {
            FileDescriptor known = files.get(file.getDependency(i));
            if (known == null) {
                throw new IOException(
                        "The descriptor %s does not have %s, which %s imports. Run protoc with --include_imports."
                                .formatted(name, file.getDependency(i), file.getName()));
            }
            imported[i] = known;
        }
        try {
            return FileDescriptor.buildFrom(file, imported);
        } catch (DescriptorValidationException e) {
            throw invalid(e);
        }
    }

    /** Finds a type by its full name, in other types if any; null if the file does not have it. */
    private static @Nullable Descriptor find(FileDescriptor file, String type) {
        String prefix = file.getPackage().isEmpty() ? "" : file.getPackage() + ".";
        if (!type.startsWith(prefix)) {
            return null;
        }
        Descriptor found = null;
        for (String part : type.substring(prefix.length()).split("\\.", -1)) {
            found =
                    found == null
                            ? file.findMessageTypeByName(part)
                            : found.findNestedTypeByName(part);
            if (found == null) {
                return null;
            }
        }
        return found;
    }

    private static FileDescriptorSet read(Path path, Configuration conf) throws IOException {
        try (FSDataInputStream in = path.getFileSystem(conf).open(path)) {
            return FileDescriptorSet.parseFrom((InputStream) in);
        } catch (FileNotFoundException e) {
            FileNotFoundException missing =
                    new FileNotFoundException(
                            "The descriptor %s, set by %s, does not exist."
                                    .formatted(path, ProtoSettings.DESCRIPTOR));
            missing.initCause(e);
            throw missing;
        } catch (InvalidProtocolBufferException e) {
            throw new DescriptorFile(path.toString()).invalid(e);
        }
    }

    private IOException invalid(Exception cause) {
        return new IOException(
                "The descriptor %s is not valid: %s. Write it with protoc --include_imports --descriptor_set_out."
                        .formatted(name, cause.getMessage()),
                cause);
    }
}
