// SPDX-License-Identifier: Apache-2.0
package io.graphember.it;

import io.graphember.client.GraphemberClient;
import io.graphember.client.api.JobResult;
import io.graphember.client.api.Vector;
import io.graphember.spi.CounterRandom;
import io.graphember.training.job.JobSettings;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.apache.ignite.IgniteCache;

/** Embeddings of a small graph with communities. */
public final class BlockModelEmbedding {
  static final int VERTICES = 400;

  private static final String YAML =
      """
      name: blocks-walks
      source:
        type: block-model
        vertices: 400
        classes: 3
        words: 10
        degree: 8
        seed: 3
      graph: {name: blocks, partitions: 8, dropDuplicates: true, dropSelfLoops: true}
      job: embed
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

  /** A job of embeddings; settings are changed by {@code path=value}. */
  public static JobSettings settings(String... assignments) {
    final boolean walks = !List.of(assignments).contains("embedding.type=line");
    return Jobs.parse(
        walks ? YAML : YAML.replace("walkLength: 10", "").replace("window: 3", ""), assignments);
  }

  /**
   * All bits that a job gives.
   *
   * @param losses loss of every epoch in billionths: how sums of it are rounded depends on where
   *     checkpoints cut an epoch
   * @param vertices number of embeddings, of all vertex types
   * @param digest of all embeddings, in the order of their types and keys
   */
  record Bits(List<Long> losses, int vertices, long digest) {
    static Bits run(TestCluster cluster, GraphemberClient client, JobSettings job) {
      return of(cluster, client, Jobs.run(client, job));
    }

    static Bits of(TestCluster cluster, GraphemberClient client, JobResult result) {
      Map<String, float[]> rows = new TreeMap<>();
      client
          .embeddingsByType(result.graph().name(), result.name())
          .forEach(
              (type, table) -> {
                IgniteCache<Object, Vector> cache =
                    cluster.node(0).cache(table.publication().cache());
                cache.forEach(
                    entry -> rows.put(type + " " + entry.getKey(), entry.getValue().values()));
              });
      long digest = 0;
      for (float[] row : rows.values()) {
        for (float value : row) {
          digest = CounterRandom.child(digest, Float.floatToIntBits(value));
        }
      }
      return new Bits(
          result.epochs().stream().map(epoch -> Math.round(1e9 * epoch.loss())).toList(),
          rows.size(),
          digest);
    }
  }
}
