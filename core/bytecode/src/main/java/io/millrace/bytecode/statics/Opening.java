package io.millrace.bytecode.statics;

import java.util.List;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * A kind of call that creates objects of classes that no instruction names. Such calls within the
 * JDK, Hadoop and libraries do not count, but the job's calls of them do.
 */
enum Opening {
    /** Java's serialization, which creates objects of serializable classes only. */
    SERIALIZED(
            "java/io/ObjectInput(Stream)?.(readObject|readUnshared|defaultReadObject)",
            "java/security/SignedObject.getObject",
            "javax/crypto/SealedObject.getObject",
            "java/rmi/MarshalledObject.get",
            "org/apache/commons/lang3?/SerializationUtils.deserialize",
            "org/springframework/util/SerializationUtils.deserialize",
            "org/apache/hadoop/io/serializer/JavaSerialization.*"),

    /** A class found by its name. */
    NAMED(
            "java/lang/Class.forName",
            "java/lang/ClassLoader.loadClass",
            "java/lang/invoke/MethodHandles\\$Lookup.findClass",
            "org/apache/hadoop/conf/Configuration.getClassByName(OrNull)?",
            "org/apache/hadoop/io/WritableName.getClass",
            "org/apache/commons/lang3?/ClassUtils.getClass",
            "org/springframework/util/ClassUtils.(forName|resolveClassName)"),

    /** A class that a configuration names. The scan starts from those that the job's names. */
    CONFIGURED("org/apache/hadoop/(conf/Configuration|mapred/JobConf).(getClass|getClasses)"),

    /** Objects of classes that a configuration names. */
    INSTANCES("org/apache/hadoop/(conf/Configuration|mapred/JobConf).getInstances"),

    /** Writable objects whose data names their classes. */
    WRITABLE(
            "org/apache/hadoop/io/ObjectWritable.(readFields|readObject)",
            "org/apache/hadoop/io/(Sorted|Abstract)?MapWritable.readFields",
            "org/apache/hadoop/io/GenericWritable.readFields",
            "org/apache/hadoop/io/SequenceFile\\$Reader.(getKeyClass|getValueClass)",
            "org/apache/hadoop/io/DefaultStringifier.(load|loadArray|fromString)"),

    /** Data of another format that names classes. */
    DATA(
            "java/beans/(XMLDecoder.readObject|Beans.instantiate)",
            "com/esotericsoftware/kryo5?/Kryo.(read|copy).*",
            "com/esotericsoftware/kryo/pool/.*",
            "com/twitter/chill/.*(fromBytes|fromInputStream|deserialize|invert)",
            "com/thoughtworks/xstream/XStream.(fromXML|unmarshal|createObjectInputStream)",
            "com/fasterxml/jackson/databind/.*(enable|activate|set)DefaultTyping.*",
            "org/codehaus/jackson/map/ObjectMapper.(enable|set)DefaultTyping.*",
            "com/cedarsoftware/util/io/JsonReader.*",
            "com/alibaba/fastjson2?/JSON.parse.*",
            "flexjson/JSONDeserializer.deserialize.*",
            "org/yaml/snakeyaml/Yaml.load.*",
            "org/nustaq/serialization/.*(readObject|asObject).*",
            "com/caucho/hessian/io/.*readObject.*",
            "org/jboss/marshalling/.*readObject.*",
            "org/apache/fory/.*deserialize.*",
            "org/apache/avro/(reflect|specific)/.*DatumReader.<init>",
            "org/springframework/context/.*ApplicationContext.<init>",
            "org/springframework/beans/factory/.*getBean.*"),

    /** Providers of a service, which files below {@code META-INF/services} name. */
    SERVICE("java/util/ServiceLoader.load.*"),

    /** Code in another language, which may name any class and call any method. */
    SCRIPT(
            "javax/script/.*eval",
            "groovy/.*(evaluate|run|parse|parseClass|eval|me)",
            "org/codehaus/groovy/.*(evaluate|run|parse|parseClass)",
            "org/python/util/PythonInterpreter.(exec|eval|execfile).*",
            "org/mozilla/javascript/.*(evaluate|compile|exec|call).*",
            "org/graalvm/polyglot/.*(eval|execute).*",
            "org/jruby/embed/.*runScriptlet",
            "bsh/Interpreter.(eval|source)",
            "org/codehaus/(janino|commons/compiler)/.*(cook|evaluate|createFastEvaluator).*",
            "org/mvel2?/.*(eval|executeExpression).*",
            "ognl/Ognl.getValue",
            "org/apache/commons/jexl[23]?/.*(evaluate|execute)",
            "org/springframework/expression/.*getValue",
            "clojure/lang/.*(eval|load|invoke)",
            "javax/tools/.*getTask");

    private final Pattern calls;

    Opening(String... calls) {
        this.calls = Pattern.compile(String.join("|", List.of(calls)));
    }

    /** The kind of a call; null for other calls. */
    static @Nullable Opening of(String owner, String name, Supertypes supertypes) {
        Opening named = named(owner, name);
        if (named != null || owner.startsWith("[")) {
            return named;
        }
        // A class of the job's, or a library's, may extend the type.
        if (name.startsWith("read") && supertypes.isA(owner, "java/io/ObjectInput")) {
            return named("java/io/ObjectInputStream", name);
        }
        return name.equals("loadClass") && supertypes.isA(owner, "java/lang/ClassLoader")
                ? NAMED
                : null;
    }

    private static @Nullable Opening named(String owner, String name) {
        String call = owner + "." + name;
        for (Opening each : values()) {
            if (each.calls.matcher(call).matches()) {
                return each;
            }
        }
        return null;
    }
}
