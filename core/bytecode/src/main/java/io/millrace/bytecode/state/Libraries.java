package io.millrace.bytecode.state;

import java.util.List;

/** Libraries whose code is not a job's own, even if the job brings them. */
public final class Libraries {

    /**
     * Libraries that are made for many threads and that applications commonly share between
     * threads, first those on Hadoop's own class path; they guard their statics themselves.
     */
    private static final List<String> ALL =
            List.of(
                    "ch/qos/logback/",
                    "com/codahale/metrics/",
                    "com/ctc/wstx/",
                    "com/fasterxml/jackson/",
                    "com/github/luben/zstd/",
                    "com/google/common/",
                    "com/google/gson/",
                    "com/google/protobuf/",
                    "com/google/re2j/",
                    "com/nimbusds/",
                    "com/sun/jersey/",
                    "io/netty/",
                    "it/unimi/dsi/fastutil/",
                    "jakarta/",
                    "javassist/",
                    "javax/",
                    "jersey/",
                    "junit/",
                    "kotlin/",
                    "net/jodah/",
                    "net/jpountz/",
                    "org/apache/avro/",
                    "org/apache/commons/",
                    "org/apache/curator/",
                    "org/apache/http/",
                    "org/apache/kerby/",
                    "org/apache/log4j/",
                    "org/apache/logging/",
                    "org/apache/orc/",
                    "org/apache/parquet/",
                    "org/apache/zookeeper/",
                    "org/assertj/",
                    "org/bouncycastle/",
                    "org/codehaus/jackson/",
                    "org/codehaus/jettison/",
                    "org/codehaus/stax2/",
                    "org/eclipse/jetty/",
                    "org/glassfish/",
                    "org/hamcrest/",
                    "org/jline/",
                    "org/joda/time/",
                    "org/junit/",
                    "org/jvnet/hk2/",
                    "org/mockito/",
                    "org/slf4j/",
                    "org/xbill/",
                    "org/xerial/snappy/",
                    "scala/");

    private Libraries() {}

    /** Whether the class of that internal name belongs to one. */
    public static boolean contain(String name) {
        for (String library : ALL) {
            if (name.startsWith(library)) {
                return true;
            }
        }
        return false;
    }
}
