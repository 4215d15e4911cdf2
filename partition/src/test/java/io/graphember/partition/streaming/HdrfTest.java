// SPDX-License-Identifier: Apache-2.0
package io.graphember.partition.streaming;

import static org.assertj.core.api.Assertions.assertThat;

import io.graphember.config.SettingsReference;
import io.graphember.partition.fixture.CutEdges;
import io.graphember.spi.Workers;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;

class HdrfTest {
  private static int[] cut(Map<String, String> options, int[] sources, int[] destinations) {
    return CutEdges.of(new Hdrf(), 10, sources, destinations, 2, options, Workers.CALLER)
        .assigned();
  }

  /**
   * By hand, lambda 1.1. The second edge finds vertex 0 in partition 0, which has degree 2 of 3: 2
   * - 2/3 = 1.33 there, against 1.1 * 1 / 2 = 0.55 for balance. The third has no end anywhere and
   * goes to the emptier partition.
   */
  @Test
  void anEdgeGoesWhereItsEndsAre() {
    assertThat(cut(Map.of(), new int[] {0, 0, 5}, new int[] {1, 2, 6})).containsExactly(0, 0, 1);
  }

  @Test
  void aLargeLambdaBalancesAtAnyPrice() {
    assertThat(cut(Map.of("lambda", "1000"), new int[] {0, 0, 0, 0}, new int[] {1, 2, 3, 4}))
        .containsExactly(0, 1, 0, 1);
  }

  @Test
  void theBalancedVariantTakesTheEmptierPartitionForANewPair() {
    assertThat(cut(Map.of("variant", "balanced"), new int[] {0, 5}, new int[] {1, 6}))
        .containsExactly(0, 1);
  }

  @Test
  void thePageNamesEveryOptionWithItsDefault() throws IOException {
    String page = Files.readString(Path.of("../docs/user/partitioning.md"));
    for (SettingsReference.Entry option : SettingsReference.of(Hdrf.Options.class).entries()) {
      assertThat(page)
          .contains("| `%s` | `%s` |".formatted(option.name(), option.byDefault().orElseThrow()));
    }
  }
}
