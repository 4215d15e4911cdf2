// SPDX-License-Identifier: Apache-2.0
package io.graphember.cli.report.text;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

class HistogramPlotTest {
  @Test
  void theLongestBarIsAsWideAsAskedFor() {
    assertThat(HistogramPlot.lines(HistogramPlot.doubling(4), new long[] {0, 1200, 600, 1}, 20))
        .containsExactly(
            "0        0",
            "1    1,200  ####################",
            "2-3    600  ##########",
            "4-7      1  #");
  }

  @Test
  void bucketsDouble() {
    assertThat(HistogramPlot.doubling(6)).containsExactly("0", "1", "2-3", "4-7", "8-15", "16-31");
    assertThat(HistogramPlot.doubling(12)).endsWith("1,024-2,047");
    assertThat(HistogramPlot.doubling(0)).isEmpty();
  }

  @Test
  void nothingButZerosHasNoBars() {
    assertThat(HistogramPlot.lines(List.of("0"), new long[] {0}, 20)).containsExactly("0  0");
    assertThat(HistogramPlot.lines(List.of(), new long[0], 20)).isEmpty();
  }
}
