package io.millrace.engine.config;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class ByteSizeTest {

    @ParameterizedTest
    @CsvSource({
        "0, 0",
        "4096, 4096",
        "64k, 65536",
        "64K, 65536",
        "1MB, 1048576",
        "2 GiB, 2147483648",
        "1tb, 1099511627776",
        "7b, 7",
        "' 8 kib ', 8192"
    })
    void readsBinaryUnits(String text, long bytes) {
        assertThat(ByteSize.parse(text)).isEqualTo(bytes);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"", "k", "-1", "1.5m", "1x", "1 k b", "9223372036854775808", "8388608t"})
    void refusesWhatIsNoSize(String text) {
        assertThatThrownBy(() -> ByteSize.parse(text)).isInstanceOf(NumberFormatException.class);
    }

    @ParameterizedTest
    @CsvSource({
        "0, 0 bytes",
        "1, 1 byte",
        "1000, 1000 bytes",
        "1024, 1 KB",
        "1536, 1536 bytes",
        "65536, 64 KB",
        "1099511627776, 1 TB"
    })
    void writesTheShortestExactForm(long bytes, String text) {
        assertThat(ByteSize.format(bytes)).isEqualTo(text);
    }

    @Test
    void readsWhatItWrites() {
        for (long bytes = 1; bytes > 0; bytes *= 3) {
            assertThat(ByteSize.parse(ByteSize.format(bytes).replaceAll(" bytes?", "")))
                    .isEqualTo(bytes);
        }
    }
}
