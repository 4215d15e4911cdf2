// SPDX-License-Identifier: Apache-2.0
package io.graphember.training.job;

import static org.assertj.core.api.Assertions.assertThat;

import io.graphember.training.job.batch.Compute;
import java.util.Collections;
import java.util.List;
import org.junit.jupiter.api.Test;

class TrainersTest {
  @Test
  void aSmallGraphGetsOneTrainer() {
    assertThat(Trainers.auto(140, 1024, List.of(8, 8, 8)))
        .isEqualTo(
            new Trainers(
                1, Compute.TRAINERS, "auto: 140 to train on in an epoch fill one batch of 1,024"));
    assertThat(Trainers.auto(2047, 1024, List.of(2, 2)).count()).isEqualTo(1);
  }

  @Test
  void eachTrainerHasAFullBatchInAStep() {
    assertThat(Trainers.auto(2048, 1024, List.of(2, 2, 2)))
        .isEqualTo(
            new Trainers(
                2,
                Compute.TRAINERS,
                "auto: 2,048 to train on in an epoch fill 2 batches of 1,024"));
  }

  @Test
  void aLargeGraphGetsWhatTheNodesCarry() {
    assertThat(Trainers.auto(1_000_000, 1024, List.of(1, 3, 4, 8, 16)))
        .isEqualTo(
            new Trainers(9, Compute.TRAINERS, "auto: one on each node, or for 4 processors of it"));
    assertThat(Trainers.auto(1L << 40, 1, Collections.nCopies(300, 64)).count()).isEqualTo(1024);
  }

  @Test
  void whatAJobSaysHolds() {
    assertThat(Trainers.given("training.trainers", 5))
        .isEqualTo(new Trainers(5, Compute.TRAINERS, "training.trainers = 5"));
    assertThat(Trainers.number("auto")).isEmpty();
    assertThat(Trainers.number("17")).hasValue(17);
    for (String good : List.of("auto", "1", "999", "1000", "1019", "1024")) {
      assertThat(good).matches(Trainers.PATTERN);
    }
    for (String bad : List.of("0", "1025", "2000", "-1", "Auto", "")) {
      assertThat(bad).doesNotMatch(Trainers.PATTERN);
    }
  }
}
