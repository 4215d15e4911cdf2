// SPDX-License-Identifier: Apache-2.0
package io.graphember.client.api;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

class NodeAnswersTest {
  private static NodeCounts node(String name, NodeAnswers... answers) {
    return new NodeCounts(
        name, 0, new int[] {0}, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, List.of(answers), 0, null, 0);
  }

  private static NodeAnswers of(String node, double millis) {
    return new NodeAnswers(node, 100, millis / 10);
  }

  @Test
  void aNodeIsSlowThatIsSoForEveryoneWhoAsks() {
    final NodeCounts a = node("a", of("b", 4), of("c", 50));
    final NodeCounts b = node("b", of("a", 5), of("c", 40));
    final NodeCounts c = node("c", of("a", 60), of("b", 55));

    assertThat(NodeAnswers.remarks(List.of(a, b, c)))
        .containsExactly(
            "node c is slow: it answers other nodes in 40.0 ms, 8.0 times as long as the others take, and trainers wait for it");
    assertThat(NodeAnswers.remarks(List.of(a, node("b", of("a", 5), of("c", 6)), c))).isEmpty();
  }

  @Test
  void nobodyIsNamedWhereThereIsNothingToCompare() {
    assertThat(NodeAnswers.remarks(List.of(node("a", of("b", 500)), node("b", of("a", 1)))))
        .as("each asks one other")
        .isEmpty();
    assertThat(NodeAnswers.remarks(List.of(node("a", of("b", 0.1), of("c", 8)), node("c"))))
        .as("too short to be noticed")
        .isEmpty();
    final NodeCounts few = node("a", of("b", 1), new NodeAnswers("c", 49, 49));
    assertThat(NodeAnswers.remarks(List.of(few, node("c")))).as("too few messages").isEmpty();
  }

  @Test
  void answersOfSeveralJobsAreAdded() {
    assertThat(
            NodeAnswers.together(
                List.of(new NodeAnswers("a", 1, 0.5)),
                List.of(new NodeAnswers("b", 2, 1), new NodeAnswers("a", 3, 0.25))))
        .containsExactly(new NodeAnswers("a", 4, 0.75), new NodeAnswers("b", 2, 1));
  }
}
