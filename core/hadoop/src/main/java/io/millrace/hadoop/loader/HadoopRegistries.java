package io.millrace.hadoop.loader;

import java.lang.reflect.Field;
import java.util.List;
import java.util.Map;
import org.apache.hadoop.io.WritableComparator;
import org.apache.hadoop.io.WritableFactories;
import org.apache.hadoop.io.WritableName;
import org.apache.hadoop.io.compress.CodecPool;
import org.apache.hadoop.util.ReflectionUtils;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Hadoop's static caches of classes: constructors, registered comparators, factories and names,
 * pooled codecs. On a cluster, a process ends with its task; here, the caches would retain the
 * classes of every job.
 */
public final class HadoopRegistries {

    private static final Logger LOG = LoggerFactory.getLogger(HadoopRegistries.class);

    private record Registry(Class<?> owner, String field) {}

    private static final List<Registry> ALL =
            List.of(
                    new Registry(ReflectionUtils.class, "CONSTRUCTOR_CACHE"),
                    new Registry(WritableComparator.class, "comparators"),
                    new Registry(WritableFactories.class, "CLASS_TO_FACTORY"),
                    new Registry(WritableName.class, "CLASS_TO_NAME"),
                    new Registry(CodecPool.class, "compressorPool"),
                    new Registry(CodecPool.class, "decompressorPool"));

    private HadoopRegistries() {}

    /** Makes Hadoop forget the classes of a loader that is no longer used. */
    public static void forget(ClassLoader loader) {
        NameRegistries.forget(loader);
        for (Registry registry : ALL) {
            try {
                Field field = registry.owner().getDeclaredField(registry.field());
                field.setAccessible(true);
                if (field.get(null) instanceof Map<?, ?> map) {
                    map.keySet()
                            .removeIf(type ->
                                    type instanceof Class<?> known
                                            && loader.equals(known.getClassLoader()));
                }
            } catch (ReflectiveOperationException | RuntimeException e) {
                LOG.debug("{} retains classes of ended jobs", registry, e);
            }
        }
    }
}
