// SPDX-License-Identifier: Apache-2.0
package io.graphember.benchmarks.cluster;

import io.graphember.benchmarks.graphs.CommunitySource;
import io.graphember.benchmarks.measure.BenchmarkOptions;
import io.graphember.client.GraphemberClient;
import io.graphember.schema.source.GraphSource;
import io.graphember.spi.Cancellation;
import java.util.Map;

/** Embeddings that a job of ours has learned by walks on a graph with communities. */
public final class CommunityEmbeddings {
  /** Name of the graph. */
  public static final String GRAPH = "communities";

  private static final String SETTINGS = "{name: communities, partitions: 4, symmetrize: true}";

  private CommunityEmbeddings() {}

  /** Adds what is asked about: vertices, edges, community, within, dim. */
  public static void options(Map<String, String> options, int vertices) {
    options.put("vertices", String.valueOf(vertices));
    options.put("edges", String.valueOf(8 * vertices));
    options.put("community", "200");
    options.put("within", "0.9");
    options.put("dim", "64");
  }

  /** Loads the graph. */
  public static void load(GraphemberClient client, BenchmarkOptions options) throws Exception {
    try (GraphSource source =
        new CommunitySource(
            Integer.parseInt(options.text("vertices")),
            Integer.parseInt(options.text("community")),
            Integer.parseInt(options.text("edges")),
            Float.parseFloat(options.text("within")))) {
      client.load(SETTINGS, source, progress -> {}, Cancellation.NEVER);
    }
  }

  /**
   * Learns embeddings, and publishes them under the name of the job.
   *
   * @param index what an index is for, or {@code null}
   */
  public static void embed(
      GraphemberClient client, BenchmarkOptions options, String job, int epochs, String index) {
    client
        .submit(
            """
            {name: %s, graph: %s, job: embed,
             embedding: {type: deepwalk, dim: %s, epochs: %d, walkLength: 20, window: 4,
               negatives: 4, learningRate: 0.05, trainers: 2, checkpointEvery: "0"},
             publish: {index: %s}}
            """
                .formatted(job, SETTINGS, options.text("dim"), epochs, index))
        .await(state -> {}, Cancellation.NEVER);
  }
}
