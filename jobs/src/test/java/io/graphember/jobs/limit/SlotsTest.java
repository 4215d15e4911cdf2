// SPDX-License-Identifier: Apache-2.0
package io.graphember.jobs.limit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.graphember.jobs.NodeError;
import io.graphember.spi.error.GraphemberException;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class SlotsTest {
  @Test
  void aSlotIsFreeAgainOnce() {
    Slots slots = new Slots("coordinates %d of at most %d jobs", 2, "maxJobs");
    Slots.Slot first = slots.take();
    slots.take();
    assertThatThrownBy(slots::take)
        .isInstanceOfSatisfying(
            GraphemberException.class, e -> assertThat(e.is(NodeError.NODE_BUSY)).isTrue())
        .hasMessage(
            "This node coordinates 2 of at most 2 jobs: wait until one ends, or raise maxJobs in"
                + " GraphemberConfiguration.");
    first.close();
    first.close();
    assertThat(slots.taken()).isEqualTo(1);
    slots.requireFree();
    slots.take();
    assertThatThrownBy(slots::requireFree).hasMessageContaining("2 of at most 2");
  }

  @Test
  void noMoreAreTakenAtOnceThanThereAre() {
    Slots slots = new Slots("%d of %d", 7, "any");
    AtomicInteger given = new AtomicInteger();
    IntStream.range(0, 200)
        .parallel()
        .forEach(
            i -> {
              try {
                slots.take();
                given.incrementAndGet();
              } catch (GraphemberException expected) {
                // one of those that come too late
              }
            });
    assertThat(given).hasValue(7);
  }

  @Test
  void theNearerBoundOfTimeCounts() {
    NodeLimits node = new NodeLimits(1, 1, 1, 3);
    assertThat(
            TimeBound.of(node, new UserLimits(0, 0, 0, 2), Optional.of("ann"), 0)
                .exceeded(7)
                .getMessage())
        .isEqualTo(
            "Job 7 was stopped after 2 ms, maxJobMillisPerUser of user ann: give it less to do, or"
                + " ask the administrator to raise that.");
    assertThat(TimeBound.of(node, UserLimits.NONE, Optional.empty(), 0).exceeded(7).getMessage())
        .isEqualTo(
            "Job 7 was stopped after 3 ms, maxJobMillis of its coordinator: give it less to do, or"
                + " ask the administrator to raise that.");
    NodeLimits none = new NodeLimits(1, 1, 1, 0);
    assertThat(TimeBound.of(none, UserLimits.NONE, Optional.empty(), 0).passed()).isFalse();
  }
}
