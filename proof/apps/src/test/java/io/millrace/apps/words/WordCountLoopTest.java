package io.millrace.apps.words;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.apps.testing.BothFrameworks;
import io.millrace.collective.data.KeyValue;
import io.millrace.workloads.input.InputKind;
import java.nio.file.Path;
import java.util.Map;
import java.util.TreeMap;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.io.LongWritable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class WordCountLoopTest {

    private static final int ITERATIONS = 3;

    @TempDir Path folder;

    @Test
    void eachIterationCountsTheWordsOnceMore() throws Exception {
        BothFrameworks frameworks = new BothFrameworks(folder, InputKind.TEXT, 20_000);
        Map<String, Long> expected = new TreeMap<>();
        for (String line : frameworks.input()) {
            for (String word : line.strip().split("\\s+", -1)) {
                if (!word.isEmpty()) {
                    expected.merge(word, (long) ITERATIONS, Long::sum);
                }
            }
        }
        Configuration conf = frameworks.conf("millrace");
        conf.setInt("millrace.collective.workers", 2);
        WordCountLoop loop = new WordCountLoop();
        loop.setConf(conf);
        Map<String, Long> counted = new TreeMap<>();
        for (KeyValue record : loop.loop(frameworks.inputPath(), ITERATIONS).data()) {
            counted.put(record.key().toString(), ((LongWritable) record.value()).get());
        }
        assertThat(counted).isEqualTo(expected);
    }
}
