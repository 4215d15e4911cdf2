// SPDX-License-Identifier: Apache-2.0
package io.graphember.jobs.publish;

import io.graphember.client.api.GraphInfo;
import io.graphember.jobs.catalog.CacheNames;
import io.graphember.jobs.live.GraphTask;
import io.graphember.jobs.room.Demand;
import io.graphember.training.job.JobSettings;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** What a job with a model publishes of vertices. */
public final class VertexResults {
  /** Key, header, fields and index entry of a published result. */
  public static final long ENTRY_BYTES = 200;

  /** Kind of embeddings. */
  public static final String EMBEDDINGS = "embeddings";

  private VertexResults() {}

  /** Kinds of results that are published, and the vertex types that have them. */
  public static Map<String, List<GraphInfo.Vertices>> kinds(JobSettings settings, GraphTask task) {
    Map<String, List<GraphInfo.Vertices>> kinds = new LinkedHashMap<>();
    OutputKind.of(settings).forEach(kind -> kinds.put(kind.text(), List.of(task.vertices())));
    if (settings.job().publish().embeddings()) {
      kinds.put(EMBEDDINGS, task.embedded());
    }
    return kinds;
  }

  /** What the caches of these results take. */
  public static List<Demand> demands(
      JobSettings settings, GraphTask task, int outputDim, int embeddingDim) {
    List<Demand> demands = new ArrayList<>();
    for (OutputKind kind : OutputKind.of(settings)) {
      demands.add(demand(task.vertices(), kind.bytes(task, outputDim)));
    }
    if (settings.job().publish().embeddings()) {
      task.embedded().forEach(type -> demands.add(demand(type, 4L * embeddingDim)));
    }
    return demands;
  }

  /** What a cache with an entry for each vertex of a type takes. */
  public static Demand demand(GraphInfo.Vertices type, long valueBytes) {
    return new Demand(
        type.count(),
        ENTRY_BYTES + valueBytes + keyBytes(type),
        CacheNames.publicationPartitions(type.count()));
  }

  /** Bytes of a key in the mean, beyond those of a number. */
  static long keyBytes(GraphInfo.Vertices type) {
    return type.keyLengths().bytes() / Math.max(1, type.count());
  }

  /** Bytes of the longest name. */
  public static long longest(List<String> names) {
    return names.stream()
        .mapToLong(name -> name.getBytes(StandardCharsets.UTF_8).length)
        .max()
        .orElse(0);
  }
}
