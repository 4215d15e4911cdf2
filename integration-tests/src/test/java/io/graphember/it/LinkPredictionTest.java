// SPDX-License-Identifier: Apache-2.0
package io.graphember.it;

import static org.assertj.core.api.Assertions.assertThat;

import io.graphember.client.GraphemberClient;
import io.graphember.client.api.JobResult;
import io.graphember.it.BlockModelEmbedding.Bits;
import io.graphember.training.job.JobSettings;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Edges are predicted on real nodes. */
class LinkPredictionTest {
  @Test
  void theBitsDoNotDependOnTheNodes() {
    JobSettings job =
        BlockModelJob.settings(
            "links={loss: softmax, negatives: 3}",
            "training.epochs=3",
            "training.trainers=2",
            "training.split=null",
            "training.baseline=false");
    List<Bits> bits = new ArrayList<>();
    for (int nodes : new int[] {1, 3}) {
      try (TestCluster cluster = TestCluster.start(nodes);
          GraphemberClient client = cluster.connect()) {
        Jobs.load(client, job);
        JobResult result = Jobs.run(client, job);
        bits.add(Bits.of(cluster, client, result));
        assertThat(result.publications()).containsOnlyKeys("embeddings");
        assertThat(result.test().accuracy()).isNull();
        assertThat(result.test().validation()).isGreaterThan(0.5);
        for (int i = 0; i < nodes; i++) {
          assertThat(cluster.parts(i).budget().takenBytes()).isZero();
        }
      }
    }
    assertThat(bits.get(0).vertices()).isEqualTo(BlockModelJob.VERTICES);
    assertThat(bits.get(1)).isEqualTo(bits.get(0));
  }
}
