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

  @Test
  void versionsOfTheParametersAreCounted() {
    assertThat(TrainerLine.of(served(new JobTrainers.Versions("ssp", 4, 0, 0))))
        .isEqualTo("2 trainers, mini-batch steps of 64 seeds, ssp with staleness 4 (auto)");
    assertThat(TrainerLine.of(served(new JobTrainers.Versions("async", 0, 1200, 3))))
        .isEqualTo(
            "2 trainers, mini-batch steps of 64 seeds, async: 1,200 versions, a trainer at most 3 behind (auto)");
  }

  private static JobTrainers served(JobTrainers.Versions versions) {
    return new JobTrainers(2, 64, "mini-batch", JobTrainers.TRAINERS, "auto", List.of(), versions);
  }
}
