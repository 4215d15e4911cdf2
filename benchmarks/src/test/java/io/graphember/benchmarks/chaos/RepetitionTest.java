// SPDX-License-Identifier: Apache-2.0
package io.graphember.benchmarks.chaos;

import static org.assertj.core.api.Assertions.assertThat;

import io.graphember.benchmarks.measure.Measurement;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The same work again and again on a cluster of processes. */
class RepetitionTest {
  @TempDir private Path folder;

  @Test
  @Tag("long")
  void saysWhatNodesTake() throws Exception {
    final StringWriter said = new StringWriter();
    final Repetition repetition =
        new Repetition(new ClusterPlan(3, false), folder.resolve("cluster"), new PrintWriter(said));
    repetition.run(Duration.ofSeconds(1));
    assertThat(repetition.times()).isEqualTo(1);
    assertThat(said.toString()).startsWith("1 times, ");
    assertThat(repetition.measurements())
        .extracting(Measurement::name)
        .containsExactlyElementsOf(Usage.KINDS.stream().map(Usage.Kind::name).toList());
    assertThat(repetition.measurements())
        .allSatisfy(row -> assertThat(row.runs().get(0)).isPositive());
    assertThat(folder.resolve("cluster")).doesNotExist();
  }

  @Test
  void usageIsReadAsItIsWritten() {
    final Usage usage = new Usage(List.of(1L, 2L, 3L, 4L, 5L, 6L));
    assertThat(Usage.parse(usage.text())).isEqualTo(usage);
    assertThat(Usage.KINDS).hasSameSizeAs(usage.values());
  }
}
