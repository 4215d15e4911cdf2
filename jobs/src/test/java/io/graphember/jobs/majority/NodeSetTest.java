// SPDX-License-Identifier: Apache-2.0
package io.graphember.jobs.majority;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.IntStream;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.Size;
import org.junit.jupiter.api.Test;

class NodeSetTest {
  private static NodeSet of(List<String> known, String... here) {
    return NodeSet.of(known, List.of(here));
  }

  /** However a cluster of three or more is cut, one part at most may go on. */
  @Property
  void atMostOnePartHasAMajority(
      @ForAll @Size(min = 3, max = 12) Set<@IntRange(max = 30) Integer> members,
      @ForAll @IntRange(max = 4095) int cut) {
    List<String> known = members.stream().map(String::valueOf).sorted().toList();
    List<String> one =
        IntStream.range(0, known.size())
            .filter(i -> (cut >> i & 1) == 0)
            .mapToObj(known::get)
            .toList();
    Set<String> other = new TreeSet<>(known);
    one.forEach(other::remove);
    final NodeSet left = NodeSet.of(known, one);
    final NodeSet right = NodeSet.of(known, other);
    assertThat(left.hasMajority() && right.hasMajority()).isFalse();
    assertThat(left.missing()).containsExactlyElementsOf(other);
    if (known.size() % 2 == 1) { // an odd number has no halves
      assertThat(left.hasMajority() || right.hasMajority()).isTrue();
    }
  }

  /** Nodes that start in a part that is cut off make no majority of it. */
  @Property
  void strangersDoNotCount(@ForAll @IntRange(min = 3, max = 9) int members, @ForAll int strangers) {
    List<String> known = IntStream.range(0, members).mapToObj(i -> "node-" + i).toList();
    List<String> topology =
        IntStream.range(0, 20).mapToObj(i -> "stranger-" + (strangers + i)).toList();
    assertThat(NodeSet.of(known, topology).hasMajority()).isFalse();
  }

  /** While a part without a majority stops node by node, it never gets one. */
  @Property
  void stoppingGivesNoMajority(
      @ForAll @IntRange(min = 3, max = 12) int members, @ForAll @IntRange(max = 12) int present) {
    TreeSet<String> known = new TreeSet<>();
    IntStream.range(0, members).forEach(i -> known.add("node-%02d".formatted(i)));
    TreeSet<String> here = new TreeSet<>(known.stream().limit(present).toList());
    boolean had = new NodeSet(known, here).hasMajority();
    while (here.size() > 1) {
      String stopped = here.pollFirst();
      known.remove(stopped);
      boolean has = new NodeSet(known, here).hasMajority();
      assertThat(has && !had).isFalse();
      had = has;
    }
  }

  @Test
  void fewerThanThreeNeedNobody() {
    assertThat(of(List.of()).hasMajority()).isTrue();
    assertThat(of(List.of("a"), "b").hasMajority()).isTrue();
    assertThat(of(List.of("a", "b"), "a").hasMajority()).isTrue();
    assertThat(of(List.of("a", "b", "c"), "a").hasMajority()).isFalse();
    assertThat(of(List.of("a", "b", "c", "d"), "a", "b").hasMajority()).isFalse();
  }

  @Test
  void figures() {
    assertThat(of(List.of("c", "b", "a"), "b", "x").figures())
        .isEqualTo("1 of 3 storage nodes is here, missing: a, c");
    assertThat(of(List.of("a", "b"), "a", "b").figures())
        .isEqualTo("2 of 2 storage nodes are here");
    List<String> many = IntStream.range(10, 25).mapToObj(i -> "n" + i).toList();
    assertThat(of(many).figures())
        .isEqualTo(
            "0 of 15 storage nodes are here, missing: n10, n11, n12, n13, n14, n15, n16, n17,"
                + " n18, n19 and 5 more");
  }
}
