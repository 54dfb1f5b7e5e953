package io.millrace.hadoop.config;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.reflect.Field;
import java.lang.reflect.Modifier;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.apache.hadoop.mapred.JobConf;
import org.apache.hadoop.mapreduce.MRConfig;
import org.apache.hadoop.mapreduce.MRJobConfig;
import org.junit.jupiter.api.Test;

class HadoopKeyUseTest {

    @Test
    void everyKeyIsThereOnceWithASentence() {
        Set<String> keys = new HashSet<>();
        for (HadoopKeyUse use : HadoopKeyUse.ALL) {
            assertThat(keys.add(use.key())).as(use.key()).isTrue();
            assertThat(use.sentence()).matches("[A-Z].*\\.");
        }
    }

    /** A misspelt key would say nothing about Hadoop. */
    @Test
    void theKeysAreHadoops() throws Exception {
        Set<String> known = new HashSet<>(new JobConf().getPropsWithPrefix("").keySet());
        for (Class<?> names : List.of(MRJobConfig.class, MRConfig.class, JobConf.class)) {
            for (Field field : names.getDeclaredFields()) {
                if (field.getType() == String.class
                        && Modifier.isPublic(field.getModifiers())
                        && Modifier.isStatic(field.getModifiers())) {
                    known.add((String) field.get(null));
                }
            }
        }
        assertThat(HadoopKeyUse.ALL)
                .allMatch(use -> known.stream().anyMatch(use::covers), "a key of Hadoop's");
    }

    @Test
    void onlyWhatSomebodyChoseIsTold() {
        JobConf conf = new JobConf();
        assertThat(HadoopKeyUse.ignoredIn(conf)).isEmpty();
        conf.set("mapreduce.map.memory.mb", "2048");
        conf.set("mapreduce.map.env.PLACE", "here");
        conf.set("mapreduce.task.io.sort.mb", "200");
        assertThat(HadoopKeyUse.ignoredIn(conf))
                .extracting(Map.Entry::getKey)
                .containsExactlyInAnyOrder("mapreduce.map.memory.mb", "mapreduce.map.env.PLACE");
        conf.set("millrace.task.isolation", "process");
        assertThat(HadoopKeyUse.ignoredIn(conf)).isEmpty();
    }
}
