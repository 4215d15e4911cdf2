// SPDX-License-Identifier: Apache-2.0
package io.graphember.partition.shard;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.graphember.partition.auto.PartitionerChoice;
import io.graphember.partition.placement.ReplicaFigures;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class ShardSummaryTest {
  private static ShardSummary summary(long edges, int partitions) {
    return new ShardSummary(
        new long[] {8, 9},
        1,
        2,
        new long[] {edges, 7},
        new long[] {12},
        new long[] {3, 4},
        99,
        new ReplicaFigures(
            6,
            new long[partitions],
            new long[partitions],
            new long[partitions],
            new long[partitions],
            new long[] {1, 2, 3}),
        edges == 5 ? Optional.empty() : Optional.of(new PartitionerChoice("hdrf", "it is \u00e4")));
  }

  private static void assertRefused(ShardSummary said, String why) {
    assertThatThrownBy(() -> ShardSummary.decode(said.encode(), 2, 1, 2))
        .hasMessage("A message between shards of a graph is damaged: " + why + ".");
  }

  @Test
  void whatIsSaidIsRead() {
    assertThat(ShardSummary.decode(summary(5, 2).encode(), 2, 1, 2))
        .usingRecursiveComparison()
        .isEqualTo(summary(5, 2));
    assertThat(ShardSummary.decode(summary(6, 2).encode(), 2, 1, 2))
        .usingRecursiveComparison()
        .isEqualTo(summary(6, 2));
  }

  @Test
  void otherSizesThanThoseOfTheGraphAreRefused() {
    final ShardSummary said = summary(5, 2);
    assertThatThrownBy(() -> ShardSummary.decode(said.encode(), 3, 1, 2))
        .hasMessageContaining("it announces 2 entries, not 3");
    assertThatThrownBy(() -> ShardSummary.decode(said.encode(), 2, 2, 2))
        .hasMessageContaining("it announces 1 entries, not 2");
    assertThatThrownBy(() -> ShardSummary.decode(said.encode(), 2, 1, 1))
        .hasMessageContaining("it announces 2 entries, not 1");
    assertRefused(summary(5, 1), "it announces 1 entries, not 2");
    assertRefused(summary(5, 3), "it announces 3 entries, not 2");
    assertRefused(summary(-1, 2), "a size is -1");
  }
}
