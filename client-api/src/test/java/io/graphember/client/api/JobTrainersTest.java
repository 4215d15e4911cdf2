// SPDX-License-Identifier: Apache-2.0
package io.graphember.client.api;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

class JobTrainersTest {
  private static JobTrainers.OnNode node(String name, int trainers, double stepSeconds) {
    return new JobTrainers.OnNode(name, trainers, 2, stepSeconds);
  }

  private static JobTrainers of(JobTrainers.OnNode... nodes) {
    return new JobTrainers(4, 4096, "mini-batch", JobTrainers.TRAINERS, "auto", List.of(nodes));
  }

  @Test
  void aNodeThatOthersWaitForIsNamed() {
    assertThat(of(node("a", 1, 0.2), node("b", 1, 0.45), node("c", 1, 0.2)).remarks())
        .containsExactly(
            "node b is slow: a step of its trainers takes 2.3 times as long as on other nodes,"
                + " which wait for it");
    assertThat(of(node("a", 1, 0.2), node("b", 1, 0.35), node("c", 0, 0)).remarks()).isEmpty();
    assertThat(of(node("a", 1, 5)).remarks()).isEmpty();
    assertThat(of(node("a", 1, 0.001), node("b", 1, 0.005)).remarks())
        .as("too short to be noticed")
        .isEmpty();
  }

  @Test
  void moreTrainersThanProcessorsAreNamed() {
    assertThat(of(node("a", 3, 0), node("b", 1, 0)).remarks())
        .containsExactly(
            "node a runs 3 trainers on 2 processors, so they wait for one another: fewer trainers"
                + " or more nodes help");
    assertThat(of(node("a", 2, 0), node("b", 0, 0)).busyNodes()).isEqualTo(1);
    JobTrainers partitions =
        new JobTrainers(
            3, 100, "global-batch", JobTrainers.PARTITIONS, "auto", List.of(node("a", 3, 0)));
    assertThat(partitions.remarks()).as("one thread makes the steps of a node").isEmpty();
  }

  @Test
  void othersDoNotWaitForASlowNodeWhereTrainersGoEachForItself() {
    JobTrainers trainers =
        new JobTrainers(
            4,
            4096,
            "mini-batch",
            JobTrainers.TRAINERS,
            "auto",
            List.of(node("a", 1, 0.1), node("b", 1, 0.1), node("c", 1, 0.5)),
            new JobTrainers.Versions("async", 0, 100, 7));

    assertThat(trainers.remarks())
        .containsExactly(
            "node c is slow: a step of its trainers takes 5.0 times as long as on other nodes, which make more of them");
  }
}
