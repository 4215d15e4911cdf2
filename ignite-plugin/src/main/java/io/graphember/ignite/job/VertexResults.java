// SPDX-License-Identifier: Apache-2.0
package io.graphember.ignite.job;

import io.graphember.client.api.GraphInfo;
import io.graphember.ignite.live.GraphTask;
import io.graphember.training.job.JobSettings;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** What a job with a model publishes of vertices. */
final class VertexResults {
  /** Key, header, fields and index entry of a published result. */
  static final long ENTRY_BYTES = 200;

  /** Kind of embeddings. */
  static final String EMBEDDINGS = "embeddings";

  private VertexResults() {}

  /** Kinds of results that are published, and the vertex types that have them. */
  static Map<String, List<GraphInfo.Vertices>> kinds(JobSettings settings, GraphTask task) {
    Map<String, List<GraphInfo.Vertices>> kinds = new LinkedHashMap<>();
    if (settings.publish().predictions() && !settings.ofEdges()) {
      kinds.put(kindOfPredictions(settings), List.of(task.vertices()));
    }
    if (settings.publish().embeddings()) {
      kinds.put(EMBEDDINGS, task.embedded());
    }
    return kinds;
  }

  /** Numbers have no class. */
  static String kindOfPredictions(JobSettings settings) {
    return settings.training().task().targets() ? "values" : "predictions";
  }

  /** Bytes of all entries, about. */
  static long bytes(JobSettings settings, GraphTask task, int outputDim, int embeddingDim) {
    long bytes = 0;
    for (Map.Entry<String, List<GraphInfo.Vertices>> kind : kinds(settings, task).entrySet()) {
      final int dim = kind.getKey().equals(EMBEDDINGS) ? embeddingDim : outputDim;
      final long vertices = kind.getValue().stream().mapToLong(GraphInfo.Vertices::count).sum();
      bytes += (ENTRY_BYTES + 4L * dim) * vertices;
    }
    return bytes;
  }
}
