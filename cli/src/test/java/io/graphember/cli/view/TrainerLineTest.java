// SPDX-License-Identifier: Apache-2.0
package io.graphember.cli.view;

import static org.assertj.core.api.Assertions.assertThat;

import io.graphember.client.api.JobTrainers;
import java.util.List;
import org.junit.jupiter.api.Test;

class TrainerLineTest {
  @Test
  void partitionsThatComputeAStepAreCounted() {
    JobTrainers partitions =
        new JobTrainers(
            3,
            140,
            "global-batch",
            JobTrainers.PARTITIONS,
            "auto",
            List.of(
                new JobTrainers.OnNode("node-1", 2, 4, 0), new JobTrainers.OnNode("b", 1, 4, 0)));
    assertThat(TrainerLine.of(partitions))
        .isEqualTo(
            "3 partitions on 2 of 2 nodes: node-1 (2), b, global-batch steps of 140 seeds (auto)");
  }
}
