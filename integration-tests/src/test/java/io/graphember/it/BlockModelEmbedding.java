// SPDX-License-Identifier: Apache-2.0
package io.graphember.it;

import io.graphember.client.GraphemberClient;
import io.graphember.client.api.EpochInfo;
import io.graphember.client.api.JobResult;
import io.graphember.training.job.JobSettings;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import javax.cache.Cache;

/** Embeddings of a small graph with communities. */
final class BlockModelEmbedding {
  private static final String YAML =
      """
      name: blocks-walks
      source:
        format: block-model
        blockModel: {vertices: 600, classes: 3, words: 10, degree: 8, seed: 3}
      graph: {name: blocks, partitions: 8, dropDuplicates: true, dropSelfLoops: true}
      embedding:
        dim: 16
        epochs: 6
        walkLength: 10
        window: 3
        batchSize: 32
        consistency: bsp
        learningRate: 0.1
        trainers: 2
      """;

  private BlockModelEmbedding() {}

  static JobSettings settings(String... assignments) {
    return Jobs.parse(YAML, assignments);
  }

  /**
   * All bits that a job gives.
   *
   * @param losses loss of every epoch
   * @param rows embedding of every vertex, by key
   */
  record Bits(List<Double> losses, Map<Object, List<Float>> rows) {
    static Bits run(TestCluster cluster, GraphemberClient client, JobSettings job) {
      return of(cluster, client, Jobs.run(client, job));
    }

    static Bits of(TestCluster cluster, GraphemberClient client, JobResult result) {
      String cache = client.embeddings(result.graph().name(), result.name()).publication().cache();
      Map<Object, List<Float>> rows = new HashMap<>();
      for (Cache.Entry<Object, float[]> entry : cluster.node(0).<Object, float[]>cache(cache)) {
        Float[] row = new Float[entry.getValue().length];
        for (int j = 0; j < row.length; j++) {
          row[j] = entry.getValue()[j];
        }
        rows.put(entry.getKey(), List.of(row));
      }
      return new Bits(result.epochs().stream().map(EpochInfo::loss).toList(), rows);
    }
  }
}
