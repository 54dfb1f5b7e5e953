package io.millrace.fuzz.run;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.StringWriter;
import java.net.URI;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import javax.tools.FileObject;
import javax.tools.ForwardingJavaFileManager;
import javax.tools.JavaCompiler;
import javax.tools.JavaFileManager;
import javax.tools.JavaFileObject;
import javax.tools.SimpleJavaFileObject;
import javax.tools.StandardJavaFileManager;
import javax.tools.StandardLocation;
import javax.tools.ToolProvider;

/** Compiles source code in memory. Thread-safe. */
public final class Sources {

    private final JavaCompiler compiler;
    private final StandardJavaFileManager libraries;
    private final List<String> options;

    /** A compiler with the class path of this process. */
    public Sources() {
        JavaCompiler found = ToolProvider.getSystemJavaCompiler();
        if (found == null) {
            throw new IllegalStateException("this JVM has no compiler; start it from a JDK");
        }
        compiler = found;
        libraries = found.getStandardFileManager(null, null, null);
        options =
                List.of(
                        "-proc:none",
                        "-nowarn",
                        "-g",
                        "--release",
                        "17",
                        "-classpath",
                        System.getProperty("java.class.path"));
    }

    /** A program of this class. */
    public CompiledProgram compile(String name, String source) throws IOException {
        return Objects.requireNonNull(compile(Map.of(name, source)).get(name));
    }

    /**
     * Programs, by their classes.
     *
     * @param sources by the program's class
     */
    public Map<String, CompiledProgram> compile(Map<String, String> sources) throws IOException {
        Map<String, ByteArrayOutputStream> made = new ConcurrentHashMap<>();
        StringWriter messages = new StringWriter();
        List<Source> units =
                sources.entrySet().stream()
                        .map(each -> new Source(each.getKey(), each.getValue()))
                        .toList();
        boolean compiled;
        synchronized (this) {
            compiled =
                    compiler.getTask(
                                    messages,
                                    new InMemory(libraries, made),
                                    null,
                                    options,
                                    null,
                                    units)
                            .call();
        }
        if (!compiled) {
            throw new IOException("a program does not compile:\n" + messages);
        }
        Map<String, CompiledProgram> programs = new HashMap<>();
        made.forEach((name, bytes) -> {
            String program = name.replaceFirst("\\$.*", "");
            programs.computeIfAbsent(program, key -> new CompiledProgram(key, new HashMap<>()))
                    .classes()
                    .put(name, bytes.toByteArray());
        });
        return programs;
    }

    private static final class Source extends SimpleJavaFileObject {

        private final String text;

        Source(String name, String text) {
            super(URI.create("source:///" + name + ".java"), Kind.SOURCE);
            this.text = text;
        }

        @Override
        public CharSequence getCharContent(boolean ignoreEncodingErrors) {
            return text;
        }
    }

    private static final class InMemory extends ForwardingJavaFileManager<JavaFileManager> {

        private final Map<String, ByteArrayOutputStream> made;

        InMemory(JavaFileManager files, Map<String, ByteArrayOutputStream> made) {
            super(files);
            this.made = made;
        }

        /** Programs are in no package, where libraries have nothing that they use. */
        @Override
        public Iterable<JavaFileObject> list(
                Location location,
                String packageName,
                Set<JavaFileObject.Kind> kinds,
                boolean recurse)
                throws IOException {
            return location == StandardLocation.CLASS_PATH && packageName.isEmpty()
                    ? List.of()
                    : super.list(location, packageName, kinds, recurse);
        }

        @Override
        public JavaFileObject getJavaFileForOutput(
                Location location, String name, JavaFileObject.Kind kind, FileObject sibling) {
            return new SimpleJavaFileObject(URI.create("class:///" + name + ".class"), kind) {
                @Override
                public ByteArrayOutputStream openOutputStream() {
                    ByteArrayOutputStream out = new ByteArrayOutputStream();
                    made.put(name, out);
                    return out;
                }
            };
        }
    }
}
