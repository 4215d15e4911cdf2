// SPDX-License-Identifier: Apache-2.0
package io.graphember.jobs.footprint;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.graphember.jobs.limit.UserLimits;
import io.graphember.jobs.limit.UserMemory;
import io.graphember.memory.MemoryBudget;
import io.graphember.memory.MemoryError;
import io.graphember.spi.error.GraphemberException;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class NativeMemoryTest {
  private static final long MIB = 1 << 20;

  private static final MemoryBudget NOBODY =
      new UserMemory(user -> UserLimits.NONE).of(Optional.empty());

  private final NativeMemory memory = new NativeMemory(100 * MIB);

  @Test
  void anEngineIsCountedOnceAndStays() {
    MemoryBudget.Reservation first = memory.take("djl", 40 * MIB, 10 * MIB, "Job 1", NOBODY);
    MemoryBudget.Reservation second = memory.take("djl", 40 * MIB, 10 * MIB, "Job 2", NOBODY);
    assertThat(memory.takenBytes()).isEqualTo(60 * MIB);
    first.close();
    second.close();
    assertThat(memory.takenBytes()).isEqualTo(40 * MIB);
    assertThat(memory.peakBytes()).isEqualTo(60 * MIB);
  }

  @Test
  void aJobThatIsRefusedLeavesNoEngineBehind() {
    assertThatThrownBy(() -> memory.take("djl", 40 * MIB, 61 * MIB, "Job 1 on graph g", NOBODY))
        .isInstanceOfSatisfying(
            GraphemberException.class,
            e -> assertThat(e.is(MemoryError.NATIVE_MEMORY_EXCEEDED)).isTrue())
        .hasMessage(
            "Job 1 on graph g needs 61.0 MiB, but only 60.0 MiB of this node's native memory budget of"
                + " 100.0 MiB are free; a limit of 101.0 MiB or more would hold it: lower"
                + " training.batchSize, training.fanouts,"
                + " training.evaluationBatchSize, training.evaluationFanouts or model.hidden, or"
                + " raise nativeMemoryBudgetBytes in GraphemberConfiguration.");
    assertThat(memory.takenBytes()).isZero();
    assertThatThrownBy(() -> memory.take("tensorflow", 101 * MIB, 0, "Job 2", NOBODY))
        .hasMessageStartingWith("Engine tensorflow needs 101.0 MiB");
    assertThat(memory.takenBytes()).isZero();
  }

  /** What an engine takes by itself is the node's; a user whose share is small stops nobody. */
  @Test
  void aUserTakesHisShareAndNoMore() {
    UserMemory users = new UserMemory(user -> new UserLimits(0, 0, 20 * MIB, 0));
    MemoryBudget ann = users.of(Optional.of("ann"));
    MemoryBudget.Reservation first = memory.take("djl", 40 * MIB, 15 * MIB, "Job 1", ann);
    assertThat(ann.takenBytes()).isEqualTo(15 * MIB);
    assertThatThrownBy(() -> memory.take("djl", 40 * MIB, 10 * MIB, "Job 2", ann))
        .isInstanceOfSatisfying(
            GraphemberException.class, e -> assertThat(e.is(MemoryError.MEMORY_BUSY)).isTrue())
        .hasMessage(
            "Job 2 needs 10.0 MiB, but only 5.0 MiB of user ann's memory on this node of 20.0 MiB"
                + " are free; a limit of 25.0 MiB or more would hold it: wait for other jobs and"
                + " loads, or ask the administrator to raise maxMemoryPerUserBytes.");
    assertThat(memory.takenBytes()).isEqualTo(55 * MIB);
    memory.take("djl", 40 * MIB, 10 * MIB, "Job 3", users.of(Optional.of("bob"))).close();
    first.close();
    assertThat(ann.takenBytes()).isZero();
    memory.take("djl", 40 * MIB, 10 * MIB, "Job 2", ann).close();
  }
}
