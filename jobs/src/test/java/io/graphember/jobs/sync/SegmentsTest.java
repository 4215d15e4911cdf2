// SPDX-License-Identifier: Apache-2.0
package io.graphember.jobs.sync;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.UUID;
import java.util.stream.IntStream;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import org.junit.jupiter.api.Test;

class SegmentsTest {
  private static UUID[] trainers(int count, int nodes) {
    return IntStream.range(0, count).mapToObj(i -> new UUID(0, i % nodes)).toArray(UUID[]::new);
  }

  @Property(tries = 200, seed = "4")
  void everyValueIsInOneSegment(
      @ForAll @IntRange(min = 1, max = 40) int trainers,
      @ForAll @IntRange(min = 1, max = 12) int nodes,
      @ForAll @IntRange(max = 100_000) int length) {
    Segments segments = Segments.of(trainers(trainers, nodes), length);
    assertThat(segments.count()).isBetween(1, Math.min(trainers, nodes));
    assertThat(segments.first(0)).isZero();
    assertThat(segments.first(segments.count())).isEqualTo(length);
    float[] values = new float[length];
    int cut = 0;
    for (int s = 0; s < segments.count(); s++) {
      cut += segments.cut(values, s).length;
    }
    assertThat(cut).isEqualTo(length);
  }

  /** Values that a node sends and receives for one round; one trainer on each node. */
  private static long moved(int nodes, int length) {
    Segments segments = Segments.of(trainers(nodes, nodes), length);
    long most = 0;
    for (int node = 0; node < nodes; node++) {
      long values = 0;
      for (int s = 0; s < segments.count(); s++) {
        final int size = segments.first(s + 1) - segments.first(s);
        // its segment comes from all others and goes to them; of others' it sends and gets one
        values +=
            segments.nodes().get(s).getLeastSignificantBits() == node
                ? 2L * (nodes - 1) * size
                : 2L * size;
      }
      most = Math.max(most, values);
    }
    return most;
  }

  @Test
  void whatANodeMovesDoesNotGrowWithTheNumberOfNodes() {
    final int length = 1_000_000;
    assertThat(IntStream.of(2, 4, 8, 16, 64).mapToLong(nodes -> moved(nodes, length)))
        .allMatch(values -> values <= 4.001 * length);
  }

  @Test
  void fewValuesStayTogether() {
    assertThat(Segments.of(trainers(8, 8), 4095).count()).isEqualTo(1);
    assertThat(Segments.of(trainers(8, 8), 3 * 4096).count()).isEqualTo(3);
    assertThat(Arrays.asList(trainers(8, 8)).get(0))
        .isEqualTo(Segments.of(trainers(8, 8), 0).nodes().get(0));
  }
}
