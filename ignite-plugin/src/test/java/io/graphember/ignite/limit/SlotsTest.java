// SPDX-License-Identifier: Apache-2.0
package io.graphember.ignite.limit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.graphember.ignite.GraphemberConfiguration;
import io.graphember.ignite.NodeError;
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
    NodeLimits node = NodeLimits.of(new GraphemberConfiguration().setMaxJobMillis(3));
    assertThat(
            TimeBound.of(node, new UserLimits(0, 0, 2), Optional.of("ann"))
                .exceeded(7)
                .getMessage())
        .isEqualTo(
            "Job 7 was stopped after 2 ms, maxJobMillisPerUser of user ann: give it less to do, or"
                + " ask the administrator to raise that.");
    assertThat(TimeBound.of(node, UserLimits.NONE, Optional.empty()).exceeded(7).getMessage())
        .isEqualTo(
            "Job 7 was stopped after 3 ms, maxJobMillis of its coordinator: give it less to do, or"
                + " ask the administrator to raise that.");
    NodeLimits none = NodeLimits.of(new GraphemberConfiguration());
    assertThat(TimeBound.of(none, UserLimits.NONE, Optional.empty()).passed()).isFalse();
  }

  @Test
  void boundsOutOfRangeAreRefused() {
    GraphemberConfiguration configuration = new GraphemberConfiguration();
    assertThatThrownBy(() -> configuration.setMaxJobs(0))
        .hasMessage("maxJobs = 0: must be at least 1.");
    assertThatThrownBy(() -> configuration.setMaxLoads(0))
        .hasMessage("maxLoads = 0: must be at least 1.");
    assertThatThrownBy(() -> configuration.setMaxJobMillis(-1))
        .hasMessage("maxJobMillis = -1: must be at least 0.");
    assertThatThrownBy(() -> configuration.setMaxJobsPerUser(-1))
        .hasMessage("maxJobsPerUser = -1: must be at least 0.");
    assertThatThrownBy(() -> configuration.setMaxMemoryPerUserBytes(-1))
        .hasMessage("maxMemoryPerUserBytes = -1: must be at least 0.");
    assertThatThrownBy(() -> configuration.setMaxJobMillisPerUser(-1))
        .hasMessage("maxJobMillisPerUser = -1: must be at least 0.");
  }
}
