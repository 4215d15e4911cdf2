// SPDX-License-Identifier: Apache-2.0
package io.graphember.ignite.footprint;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.graphember.memory.MemoryBudget;
import io.graphember.memory.MemoryError;
import io.graphember.spi.error.GraphemberException;
import org.apache.ignite.configuration.DataStorageConfiguration;
import org.junit.jupiter.api.Test;

class NativeMemoryTest {
  private static final long MIB = 1 << 20;

  private final NativeMemory memory = new NativeMemory(100 * MIB);

  @Test
  void anEngineIsCountedOnceAndStays() {
    MemoryBudget.Reservation first = memory.take("djl", 40 * MIB, 10 * MIB, "Job 1");
    MemoryBudget.Reservation second = memory.take("djl", 40 * MIB, 10 * MIB, "Job 2");
    assertThat(memory.takenBytes()).isEqualTo(60 * MIB);
    first.close();
    second.close();
    assertThat(memory.takenBytes()).isEqualTo(40 * MIB);
    assertThat(memory.peakBytes()).isEqualTo(60 * MIB);
  }

  @Test
  void aJobThatIsRefusedLeavesNoEngineBehind() {
    assertThatThrownBy(() -> memory.take("djl", 40 * MIB, 61 * MIB, "Job 1 on graph g"))
        .isInstanceOfSatisfying(
            GraphemberException.class,
            e -> assertThat(e.is(MemoryError.NATIVE_MEMORY_EXCEEDED)).isTrue())
        .hasMessage(
            "Job 1 on graph g needs 61.0 MiB, but 40.0 MiB of this node's native memory budget of"
                + " 100.0 MiB are taken: lower training.batchSize, training.fanouts,"
                + " training.evaluationBatchSize, training.evaluationFanouts or model.hidden, wait"
                + " for other jobs, or raise nativeMemoryBudgetBytes in GraphemberConfiguration.");
    assertThat(memory.takenBytes()).isZero();
    assertThatThrownBy(() -> memory.take("tensorflow", 101 * MIB, 0, "Job 2"))
        .hasMessageStartingWith("Engine tensorflow needs 101.0 MiB");
    assertThat(memory.takenBytes()).isZero();
  }

  @Test
  void whatIsLeftOfAMachineIsNeverNothing() {
    DataStorageConfiguration storage = new DataStorageConfiguration();
    final long some = MachineMemory.besideHeapAndRegions(storage);
    storage.getDefaultDataRegionConfiguration().setMaxSize(1L << 50);
    assertThat(MachineMemory.besideHeapAndRegions(storage)).isPositive().isLessThanOrEqualTo(some);
  }
}
