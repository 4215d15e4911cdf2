// SPDX-License-Identifier: Apache-2.0
package io.graphember.cli.report.text;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class FiguresTest {
  @Test
  void timesHaveTheUnitThatFits() {
    assertThat(Figures.duration(1.25)).isEqualTo("1.3 s");
    assertThat(Figures.duration(90)).isEqualTo("1.5 min");
    assertThat(Figures.duration(9000)).isEqualTo("2.5 h");
    assertThat(Figures.milliseconds(0.0125)).isEqualTo("12.5 ms");
  }

  @ParameterizedTest
  @CsvSource({"0,0 B", "999,999 B", "1000,1.0 kB", "1234567,1.2 MB", "5000000000000000,5000.0 TB"})
  void writesBytes(long bytes, String text) {
    assertThat(Figures.bytes(bytes)).isEqualTo(text);
  }

  @Test
  void writesCounts() {
    assertThat(Figures.count(1, "seed")).isEqualTo("1 seed");
    assertThat(Figures.count(1_234_567, "edge")).isEqualTo("1,234,567 edges");
    assertThat(Figures.share(null)).isEqualTo("-");
  }
}
