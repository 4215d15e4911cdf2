// SPDX-License-Identifier: Apache-2.0
package io.graphember.it;

import static org.assertj.core.api.Assertions.assertThat;

import io.graphember.client.GraphemberClient;
import io.graphember.client.PublishedTable;
import io.graphember.client.api.EpochInfo;
import io.graphember.client.api.JobResult;
import io.graphember.client.api.Prediction;
import io.graphember.training.job.JobSettings;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import javax.cache.Cache;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Same seed, same bits: on 1, 2 and 3 nodes, and on a second run. */
class SameBitsTest {
  private record Outcome(
      List<Double> losses, List<Double> validation, Map<Object, List<Float>> probabilities) {}

  @ParameterizedTest
  @ValueSource(ints = {1, 2})
  void lossesAndPredictionsDoNotDependOnTheNumberOfNodes(int trainers) {
    JobSettings job = BlockModelJob.settings("training.trainers=" + trainers);
    List<Outcome> outcomes = new ArrayList<>();
    for (int nodes = 1; nodes <= 3; nodes++) {
      try (TestCluster cluster = TestCluster.start(nodes);
          GraphemberClient client = cluster.connect()) {
        Jobs.load(client, job);
        outcomes.add(run(cluster, client, job));
        if (nodes == 2) {
          outcomes.add(run(cluster, client, job));
        }
      }
    }
    Outcome first = outcomes.get(0);
    assertThat(first.probabilities()).hasSize(BlockModelJob.VERTICES);
    assertThat(first.losses()).doesNotHaveDuplicates();
    assertThat(outcomes).allSatisfy(outcome -> assertThat(outcome).isEqualTo(first));
  }

  private static Outcome run(TestCluster cluster, GraphemberClient client, JobSettings job) {
    JobResult result = Jobs.run(client, job);
    // 240 seeds, 16 a batch, 6 epochs: 90 batches
    assertThat(result.epochs()).hasSize(6);
    PublishedTable<Prediction> table = client.predictions(BlockModelJob.GRAPH, BlockModelJob.NAME);
    Map<Object, List<Float>> probabilities = new HashMap<>();
    for (Cache.Entry<Object, Prediction> entry :
        cluster.node(0).<Object, Prediction>cache(table.publication().cache())) {
      List<Float> row = new ArrayList<>();
      for (float probability : entry.getValue().probabilities()) {
        row.add(probability);
      }
      probabilities.put(entry.getKey(), row);
    }
    return new Outcome(
        result.epochs().stream().map(EpochInfo::loss).toList(),
        result.epochs().stream().map(EpochInfo::validation).toList(),
        probabilities);
  }
}
