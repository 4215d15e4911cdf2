// SPDX-License-Identifier: Apache-2.0
package io.graphember.ignite.footprint;

import static org.assertj.core.api.Assertions.assertThat;

import org.apache.ignite.configuration.DataStorageConfiguration;
import org.junit.jupiter.api.Test;

class MachineMemoryTest {
  @Test
  void whatIsLeftOfAMachineIsNeverNothing() {
    DataStorageConfiguration storage = new DataStorageConfiguration();
    final long some = MachineMemory.besideHeapAndRegions(storage);
    storage.getDefaultDataRegionConfiguration().setMaxSize(1L << 50);
    assertThat(MachineMemory.besideHeapAndRegions(storage)).isPositive().isLessThanOrEqualTo(some);
  }
}
