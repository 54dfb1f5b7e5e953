package io.millrace.hadoop.combine;

import io.millrace.engine.record.KeyOrder;
import io.millrace.formats.order.KeyOrders;
import io.millrace.formats.record.RecordDeserializer;
import io.millrace.formats.record.RecordSerialization;
import io.millrace.formats.record.RecordSerializer;
import io.millrace.formats.record.RecordWays;
import io.millrace.hadoop.config.TaskKeys;
import io.millrace.hadoop.group.Grouping;
import java.io.IOException;
import java.util.Objects;
import org.apache.hadoop.io.RawComparator;
import org.apache.hadoop.mapred.JobConf;
import org.apache.hadoop.mapreduce.Reducer;
import org.jspecify.annotations.Nullable;

/**
 * The classes of an attempt's combiner, and the objects that execute its plan. Immutable; one per
 * attempt, so that runs need no look-ups.
 */
@SuppressWarnings({"rawtypes", "unchecked"}) // a job's classes are known only at run time
final class CombineSettings {

    final JobConf conf;
    final @Nullable Class<? extends org.apache.hadoop.mapred.Reducer> oldClass;
    final @Nullable Class<? extends Reducer> newClass;
    final Class<Object> keyClass;
    final Class<Object> valueClass;
    final CombinePlan plan;
    final boolean checkOrder;

    /**
     * The settings of a combiner, or of what works as one.
     *
     * @param type its class, of either API
     */
    CombineSettings(JobConf conf, CombinePlan plan, Class<?> type) {
        this.plan = plan;
        this.conf = conf;
        boolean old = org.apache.hadoop.mapred.Reducer.class.isAssignableFrom(type);
        oldClass = old ? type.asSubclass(org.apache.hadoop.mapred.Reducer.class) : null;
        newClass = old ? null : type.asSubclass(Reducer.class);
        keyClass = (Class<Object>) conf.getMapOutputKeyClass();
        valueClass = (Class<Object>) conf.getMapOutputValueClass();
        checkOrder = TaskKeys.COMBINER_ORDER.in(conf::get);
    }

    RawComparator<Object> grouping() {
        return (RawComparator<Object>) KeyOrders.combinerGrouping(conf, plan.orders());
    }

    /** The grouping for a combiner of the new API. */
    Grouping groups() {
        return Grouping.of(conf, grouping(), plan.orders());
    }

    KeyOrder order() {
        return KeyOrders.of(conf, plan.orders());
    }

    RecordSerializer<Object, Object> serializer() throws IOException {
        return serialization().serializer(keyClass, valueClass, records());
    }

    RecordDeserializer<Object, Object> deserializer() throws IOException {
        return serialization().deserializer(keyClass, valueClass, records());
    }

    private RecordSerialization serialization() {
        return new RecordSerialization(conf, plan.formats());
    }

    private RecordWays records() {
        return Objects.requireNonNull(plan.records(), "only jobs with reduce tasks combine");
    }
}
