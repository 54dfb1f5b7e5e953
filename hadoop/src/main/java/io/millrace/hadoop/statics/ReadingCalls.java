package io.millrace.hadoop.statics;

import java.util.Set;
import java.util.regex.Pattern;

/**
 * Tells the calls of the JDK's and Hadoop's methods that only look at an object, by their names.
 * What is not known here is taken for a change.
 */
final class ReadingCalls {

    private static final Pattern LOOKS =
            Pattern.compile(
                    "(get(?!And)|is|has(?!hNext)|contains|indexOf|lastIndexOf|compare|find|first|last|floor|ceiling|higher|lower)([A-Z].*)?"
                            + "|equals|equalsIgnoreCase|hashCode|toString|toArray|size|length|charAt|iterator|keySet"
                            + "|values|entrySet|copyBytes|clone|ordinal|name"
                            + "|intValue|longValue|doubleValue|booleanValue|floatValue");

    /** Types that even a look changes: they move on, or work in buffers of their own. */
    private static final Pattern MOVING =
            Pattern.compile(
                    "java/nio/(?!file/|charset/Charset$).*|java/text/.*|java/util/(Random|Scanner|StringTokenizer|WeakHashMap)"
                            + "|java/util/regex/Matcher|.*(Comparator|Stream|Reader|Buffer)");

    /** Methods that take an object without keeping it or changing it, whoever they belong to. */
    private static final Set<String> TAKES =
            Set.of(
                    "equals",
                    "compareTo",
                    "compare",
                    "contains",
                    "containsKey",
                    "containsValue",
                    "get",
                    "getOrDefault",
                    "indexOf",
                    "write",
                    "collect",
                    "print",
                    "println",
                    "valueOf",
                    "hash",
                    "binarySearch",
                    "toString",
                    "hashCode",
                    "deepToString",
                    "join",
                    "format",
                    "getCounter",
                    "incrCounter",
                    "requireNonNull");

    /** Hadoop's types that take over the content of what they are set to, not the object. */
    private static final Set<String> COPIES =
            Set.of(
                    "org/apache/hadoop/io/Text.set",
                    "org/apache/hadoop/io/BytesWritable.set",
                    "java/util/HashSet.<init>",
                    "java/util/HashMap.<init>",
                    "java/util/ArrayList.<init>",
                    "java/util/TreeMap.<init>",
                    "java/util/TreeSet.<init>",
                    "java/util/Arrays.copyOf",
                    "java/util/Arrays.copyOfRange",
                    "java/util/List.copyOf",
                    "java/util/Set.copyOf",
                    "java/lang/String.<init>",
                    "org/apache/hadoop/io/Text.<init>");

    private ReadingCalls() {}

    /** Whether a method of an object only looks at it. */
    static boolean looks(String owner, String name) {
        if (owner.equals("java/util/Iterator")) {
            return name.equals("next") || name.equals("hasNext");
        }
        if (name.equals("write")) {
            return (owner.startsWith("org/apache/hadoop/io/") && owner.endsWith("Writable"))
                    || owner.equals("org/apache/hadoop/io/Text");
        }
        return !MOVING.matcher(owner).matches() && LOOKS.matcher(name).matches();
    }

    /** Whether a method only looks at what it is given. */
    static boolean takes(String owner, String name) {
        return TAKES.contains(name) || COPIES.contains(owner + "." + name);
    }
}
