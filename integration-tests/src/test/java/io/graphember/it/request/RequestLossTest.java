// SPDX-License-Identifier: Apache-2.0
package io.graphember.it.request;

import static org.assertj.core.api.Assertions.assertThat;

import io.graphember.client.GraphemberClient;
import io.graphember.it.TestCluster;
import java.util.UUID;
import java.util.function.BiConsumer;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Nodes leave while they take up requests. */
class RequestLossTest {
  private static final String SLOW =
      """
      name: slow
      source: {type: block-model, vertices: 60000, classes: 4, words: 20, degree: 12, seed: 3}
      graph: {name: slow, partitions: 4}
      model: {hidden: 4}
      task: {split: {train: 0.001, valid: 0.001, test: 0.001}}
      publish: {predictions: false}
      training: {epochs: 1, batchSize: 100, fanouts: [2, 2], trainers: 1, baseline: false}
      """;

  /** Number of the node that has taken up a request. */
  private static int taker(TestCluster cluster, String name) {
    final String record =
        cluster.node(0).<String, String>cache("graphember.catalog").get("request/" + name);
    return IntStream.range(0, cluster.nodes().size())
        .filter(node -> record.contains(id(cluster, node).toString()))
        .findFirst()
        .orElseThrow();
  }

  private static UUID id(TestCluster cluster, int node) {
    return cluster.node(node).cluster().localNode().id();
  }

  /** What becomes of a request whose node is lost while it reads the graph. */
  private static void loseTaker(BiConsumer<RequestClient, GraphemberClient> then) {
    try (TestCluster cluster = TestCluster.start(3);
        RequestClient client = RequestClient.of(cluster.address(0))) {
      client.put("slow", SLOW);
      client.await("slow", "TAKEN");
      final int lost = taker(cluster, "slow");
      final int left = (lost + 1) % 3;
      try (RequestClient other = RequestClient.of(cluster.address(left));
          GraphemberClient java = GraphemberClient.connect(cluster.address(left))) {
        cluster.stopNode(lost);
        then.accept(other, java);
        assertThat(cluster.parts(left).budget().takenBytes()).isZero();
      }
    }
  }

  @Test
  void itIsCancelled() {
    loseTaker(
        (client, java) -> {
          client.put("slow", "cancel");
          assertThat(client.await("slow", "CANCELLED").has("job")).isFalse();
          assertThat(java.jobs()).isEmpty();
        });
  }

  @Test
  void itIsTakenUpOnce() {
    loseTaker(
        (client, java) -> {
          client.await("slow", "DONE");
          assertThat(java.jobs()).hasSize(1);
          assertThat(java.graphs()).hasSize(1);
        });
  }
}
