// SPDX-License-Identifier: Apache-2.0
package io.graphember.jobs.majority;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.graphember.jobs.NodeError;
import io.graphember.spi.Cancellation;
import io.graphember.spi.error.GraphemberException;
import io.graphember.spi.error.SpiError;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

class MajorityTest {
  private static final List<String> ALL = List.of("a", "b", "c");

  private final AtomicLong topology = new AtomicLong(1);
  private final FixedNodes nodes = new FixedNodes(ALL, List.of("a"));
  private final Majority majority = new Majority(nodes, topology::get, true);

  private MajorityWait waiting(
      long timeoutMillis, List<Boolean> pauses, Cancellation cancellation) {
    return new MajorityWait(majority, "Job gcn", timeoutMillis, pauses::add, cancellation);
  }

  @Test
  void refusesWithFiguresAndTheRemedy() {
    assertThatThrownBy(() -> majority.require("Loading graph cora"))
        .isInstanceOfSatisfying(
            GraphemberException.class, e -> assertThat(e.is(NodeError.NO_MAJORITY)).isTrue())
        .hasMessage(
            "Loading graph cora needs more than half of the storage nodes of the cluster: 1 of 3"
                + " storage nodes is here, missing: b, c; bring them back, or run graphember forget"
                + " NODE for each that is lost for good.");
    assertThat(majority.holds()).isFalse();
  }

  @Test
  void saysWhatItMeans() {
    assertThat(majority.report())
        .isEqualTo(
            "1 of 3 storage nodes is here, missing: b, c; loads, drops and jobs need 2 of them");
    assertThat(new Majority(nodes, topology::get, false).report())
        .endsWith("; nothing needs a majority of them, requireMajority is false");
    nodes.set(List.of("a", "b"), List.of("a", "b"));
    assertThat(majority.report())
        .isEqualTo(
            "2 of 2 storage nodes are here; nothing needs a majority of so few: when they are cut"
                + " off from each other all go on");
  }

  @Test
  void withoutTheRuleEverythingIsPermitted() {
    Majority off = new Majority(nodes, topology::get, false);
    off.require("Loading graph cora");
    assertThat(off.holds()).isTrue();
  }

  @Test
  void aMajorityIsNotLookedForAgainWhileTheTopologyStays() {
    nodes.set(ALL, List.of("a", "b"));
    assertThat(majority.holds()).isTrue();
    final int looks = nodes.looks();
    assertThat(majority.holds()).isTrue();
    assertThat(nodes.looks()).isEqualTo(looks);
    nodes.set(ALL, List.of("a"));
    topology.incrementAndGet();
    assertThat(majority.holds()).isFalse();
    nodes.set(List.of("a", "b"), List.of("a")); // one is forgotten, nobody has joined
    assertThat(majority.holds()).isTrue();
  }

  @Test
  void aJobGoesOnWhenNodesComeBack() {
    List<Boolean> pauses = new ArrayList<>();
    assertThat(
            waiting(
                    60_000,
                    pauses,
                    () -> {
                      nodes.set(ALL, ALL); // while it waits
                      return false;
                    })
                .await())
        .isFalse(); // seen at once: it had not to wait
    assertThat(pauses).isEmpty();
    nodes.set(ALL, List.of("c"));
    topology.incrementAndGet();
    final AtomicLong asked = new AtomicLong();
    assertThat(
            waiting(
                    60_000,
                    pauses,
                    () -> {
                      if (asked.incrementAndGet() == 3) {
                        nodes.set(ALL, ALL);
                      }
                      return false;
                    })
                .await())
        .isTrue();
    assertThat(pauses).containsExactly(true, false);
  }

  @Test
  void aJobThatWaitsTooLongEnds() {
    List<Boolean> pauses = new ArrayList<>();
    MajorityWait wait = waiting(30, pauses, Cancellation.NEVER);
    assertThat(wait.expired()).isFalse();
    assertThatThrownBy(wait::await)
        .isInstanceOfSatisfying(
            GraphemberException.class, e -> assertThat(e.is(NodeError.NO_MAJORITY)).isTrue())
        .hasMessage(
            "Job gcn waited 30 ms (majorityTimeoutMillis in GraphemberConfiguration) and needs"
                + " more than half of the storage nodes of the cluster: 1 of 3 storage nodes is"
                + " here, missing: b, c; bring them back, or run graphember forget NODE for each"
                + " that is lost for good.");
    assertThat(wait.expired()).isTrue();
    assertThat(pauses).containsExactly(true);
  }

  @Test
  void aJobThatWaitsIsCancelled() {
    final AtomicBoolean cancelled = new AtomicBoolean();
    MajorityWait wait =
        new MajorityWait(majority, "Job gcn", 60_000, cancelled::set, cancelled::get);
    assertThatThrownBy(wait::await)
        .isInstanceOfSatisfying(
            GraphemberException.class, e -> assertThat(e.is(SpiError.CANCELLED)).isTrue());
  }
}
