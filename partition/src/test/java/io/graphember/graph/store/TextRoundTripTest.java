// SPDX-License-Identifier: Apache-2.0
package io.graphember.graph.store;

import static org.assertj.core.api.Assertions.assertThat;

import io.graphember.partition.fixture.PartitionedGraph;
import io.graphember.partition.fixture.TextSource;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What is written as text is stored, and reads as the same text. */
class TextRoundTripTest {
  private static final String PLAIN =
      """
      lonely
      a -> a
      a -> b
      a -> b
      b -> c
      """;

  private static final String TYPED =
      """
      city:Oslo
      person:ann -knows-> person:bob
      person:ann -knows-> person:bob
      person:ann -pays-> person:bob weight=0.5 time=7 features=1.0,2.5
      person:ann -pays-> person:bob weight=0.5 time=8 features=0.0,0.0
      person:bob -lives-> city:Rome time=-3
      person:bob -pays-> person:bob weight=2.0 time=9 features=3.0,4.0
      """;

  private static void roundTrip(String text, int partitions, StoreLayout layout) {
    TextSource source = new TextSource(text);
    PartitionedGraph loaded =
        PartitionedGraph.load(source, PartitionedGraph.settings(partitions, "hash-2d", layout));
    assertThat(source.textOf(loaded)).isEqualTo(text);
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 8})
  void oneType(int partitions) {
    roundTrip(PLAIN, partitions, StoreLayout.COMPACT);
    roundTrip(PLAIN, partitions, StoreLayout.COMPRESSED);
    roundTrip("only\n", partitions, StoreLayout.COMPACT);
  }

  @ParameterizedTest
  @EnumSource(StoreLayout.class)
  void severalTypes(StoreLayout layout) {
    roundTrip(TYPED, 1, layout);
    roundTrip(TYPED, 5, layout);
  }
}
