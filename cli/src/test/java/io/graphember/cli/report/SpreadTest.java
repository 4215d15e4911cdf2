// SPDX-License-Identifier: Apache-2.0
package io.graphember.cli.report;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class SpreadTest {
  @Test
  void spreadsOverTheSample() {
    assertThat(Spread.of(Stream.of(1.0, null, 2.0, 3.0))).contains(new Spread(2, 1));
    assertThat(Spread.of(Stream.of(0.5))).contains(new Spread(0.5, 0));
    assertThat(Spread.of(Stream.of((Double) null))).isEmpty();
  }
}
