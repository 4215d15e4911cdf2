// SPDX-License-Identifier: Apache-2.0
package io.graphember.ignite.affinity;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.stream.Stream;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.LongRange;
import net.jqwik.api.constraints.Size;
import org.junit.jupiter.api.Test;

class PartitionDealerTest {
  private static List<List<Integer>> nobody(int partitions) {
    return new ArrayList<>(Collections.nCopies(partitions, List.of()));
  }

  private static long[] loads(List<List<Integer>> dealt, long[] weights, int nodes) {
    long[] loads = new long[nodes];
    for (int p = 0; p < weights.length; p++) {
      loads[dealt.get(p).get(0)] += weights[p];
    }
    return loads;
  }

  @Property(seed = "1", tries = 300)
  void everyPartitionHasItsCopiesOnDifferentNodes(
      @ForAll @Size(min = 1, max = 64) List<@LongRange(min = 1, max = 1000) Long> weightList,
      @ForAll @IntRange(min = 1, max = 7) int nodes,
      @ForAll @IntRange(min = 1, max = 3) int copies) {
    long[] weights = weightList.stream().mapToLong(Long::longValue).toArray();
    List<List<Integer>> dealt =
        new PartitionDealer(weights, nodes, copies).deal(nobody(weights.length));

    assertThat(dealt)
        .hasSize(weights.length)
        .allSatisfy(
            holders ->
                assertThat(holders)
                    .hasSize(Math.min(copies, nodes))
                    .doesNotHaveDuplicates()
                    .allMatch(node -> node >= 0 && node < nodes));
    long total = Arrays.stream(weights).sum();
    long heaviest = Arrays.stream(weights).max().getAsLong();
    // The bound of longest-processing-time-first dealing.
    assertThat(Arrays.stream(loads(dealt, weights, nodes)).boxed())
        .allMatch(load -> load <= (total + nodes - 1) / nodes + heaviest);
    if (weights.length >= nodes) {
      assertThat(Arrays.stream(loads(dealt, weights, nodes)).boxed()).allMatch(load -> load > 0);
    }
  }

  @Test
  void whatNobodyHeldIsDealtInRuns() {
    long[] weights = {5, 5, 5, 5, 5, 5, 5, 5};
    assertThat(new PartitionDealer(weights, 3, 1).deal(nobody(8)))
        .isEqualTo(Stream.of(0, 0, 0, 1, 1, 2, 2, 2).map(List::of).toList());
    long[] uneven = {8, 1, 1, 1, 1, 4};
    assertThat(new PartitionDealer(uneven, 2, 1).deal(nobody(6)))
        .isEqualTo(Stream.of(0, 1, 1, 1, 1, 1).map(List::of).toList());
  }

  @Property(seed = "2", tries = 200)
  void nothingMovesWhileNobodyJoinsOrLeaves(
      @ForAll @Size(min = 1, max = 64) List<@LongRange(min = 1, max = 50) Long> weightList,
      @ForAll @IntRange(min = 1, max = 7) int nodes,
      @ForAll @IntRange(min = 1, max = 3) int copies) {
    long[] weights = weightList.stream().mapToLong(Long::longValue).toArray();
    PartitionDealer dealer = new PartitionDealer(weights, nodes, copies);
    List<List<Integer>> once = dealer.deal(nobody(weights.length));
    assertThat(dealer.deal(once)).isEqualTo(once);

    // A node joins, and then the first one leaves: numbers of the others go down by one.
    PartitionDealer joined = new PartitionDealer(weights, nodes + 1, copies);
    List<List<Integer>> more = joined.deal(once);
    assertThat(joined.deal(more)).isEqualTo(more);
    List<List<Integer>> left =
        more.stream()
            .map(holders -> holders.stream().filter(n -> n > 0).map(n -> n - 1).toList())
            .toList();
    List<List<Integer>> less = dealer.deal(left);
    assertThat(dealer.deal(less)).isEqualTo(less);
  }

  private static long moved(List<List<Integer>> before, List<List<Integer>> after) {
    long moved = 0;
    for (int p = 0; p < before.size(); p++) {
      moved += before.get(p).get(0).equals(after.get(p).get(0)) ? 0 : 1;
    }
    return moved;
  }

  @Test
  void eightEqualPartitionsOnThreeNodes() {
    long[] weights = new long[8];
    Arrays.fill(weights, 10);
    List<List<Integer>> two = new PartitionDealer(weights, 2, 1).deal(nobody(8));
    assertThat(loads(two, weights, 2)).containsExactly(40, 40);
    // A third node joins: it takes two, one from each.
    List<List<Integer>> three = new PartitionDealer(weights, 3, 1).deal(two);
    assertThat(loads(three, weights, 3)).containsExactly(30, 30, 20);
    assertThat(moved(two, three)).isEqualTo(2);
  }

  @Test
  void aBackupTakesOverWhenItsPrimaryLeaves() {
    long[] weights = {5, 5, 5, 5};
    List<List<Integer>> before =
        List.of(List.of(0, 1), List.of(1, 0), List.of(2, 0), List.of(0, 2));
    // Node 2 leaves.
    List<List<Integer>> alive = List.of(List.of(0, 1), List.of(1, 0), List.of(0), List.of(0));
    List<List<Integer>> after = new PartitionDealer(weights, 2, 2).deal(alive);
    assertThat(after.get(0).get(0)).isEqualTo(before.get(0).get(0));
    assertThat(after.get(1).get(0)).isEqualTo(before.get(1).get(0));
    assertThat(loads(after, weights, 2)).containsExactly(10, 10);
  }
}
