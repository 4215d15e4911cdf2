// SPDX-License-Identifier: Apache-2.0
package io.graphember.it;

import static org.assertj.core.api.Assertions.assertThat;

import io.graphember.client.GraphemberClient;
import io.graphember.client.api.JobResult;
import io.graphember.training.job.JobSettings;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Models of many layers, whose outputs are made of all of them, as jobs. */
class DeepModelTest {
  @RegisterExtension private static final SharedClusters CLUSTERS = new SharedClusters();

  private static final int LAYERS = 8;

  private static JobSettings job(String batch) {
    return BlockModelJob.settings(
        "model={type: gcn, layers: %d, hidden: 16, residual: true, normalization: layer, inputDropout: 0, hiddenDropout: 0.2, jumpingKnowledge: max, denseBetween: 1, denseAfter: 2}"
            .formatted(LAYERS),
        "training={epochs: 20, evaluationFanouts: [all], evaluationBatchSize: 128, baseline: false, %s}"
            .formatted(batch));
  }

  /** Sampled batches of few edges, or all of the graph; layer by layer when it is published. */
  @ParameterizedTest
  @ValueSource(
      strings = {"batchSize: 32, fanouts: [2], trainers: 2", "batch: {type: global-batch}"})
  void trainsAndIsPublishedWithTheSameBitsOnAnyNodes(String batch) {
    List<Outcome> outcomes = new ArrayList<>();
    for (TestCluster cluster : CLUSTERS.both()) {
      try (GraphemberClient client = cluster.connect()) {
        Jobs.load(client, job(batch));
        JobResult result = Jobs.run(client, job(batch));
        assertThat(result.layers()).hasSize(LAYERS);
        outcomes.add(Outcome.of(cluster, client, result));
        float[] embedding =
            client
                .embeddings(BlockModelJob.GRAPH, BlockModelJob.NAME)
                .get((String) outcomes.get(0).probabilities().keySet().iterator().next());
        assertThat(embedding).as("the largest of layers, then layer 7").hasSize(2 * 16);
      }
    }
    assertThat(outcomes.get(1)).isEqualTo(outcomes.get(0));
    assertThat(outcomes.get(0).validation()).anyMatch(accuracy -> accuracy > 0.5); // chance 0.25
    List<Double> losses = outcomes.get(0).losses();
    assertThat(losses.get(losses.size() - 1)).isLessThan(losses.get(0));
  }
}
