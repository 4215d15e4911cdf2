// SPDX-License-Identifier: Apache-2.0
package io.graphember.ignite.job;

import io.graphember.training.job.JobSettings;
import java.util.ArrayList;
import java.util.List;

/** What a job with a model publishes of every vertex. */
final class VertexResults {
  /** Key, header, fields and index entry of a published result. */
  static final long ENTRY_BYTES = 200;

  private static final String EMBEDDINGS = "embeddings";

  private VertexResults() {}

  /** Kinds of results that are published. */
  static List<String> kinds(JobSettings settings) {
    List<String> kinds = new ArrayList<>();
    if (settings.publish().predictions() && !settings.ofEdges()) {
      kinds.add(kindOfPredictions(settings));
    }
    if (settings.publish().embeddings()) {
      kinds.add(EMBEDDINGS);
    }
    return kinds;
  }

  /** Numbers have no class. */
  static String kindOfPredictions(JobSettings settings) {
    return settings.training().task().targets() ? "values" : "predictions";
  }

  /** Cache of predictions, or of values; null for none. */
  static String predictions(Publications publications, JobSettings settings) {
    return publications.cache(kindOfPredictions(settings));
  }

  /** Cache of embeddings; null for none. */
  static String embeddings(Publications publications) {
    return publications.cache(EMBEDDINGS);
  }

  /** Bytes of the entries of one vertex, about. */
  static long bytes(JobSettings settings, int outputDim, int embeddingDim) {
    long bytes = 0;
    for (String kind : kinds(settings)) {
      bytes += ENTRY_BYTES + 4L * (kind.equals(EMBEDDINGS) ? embeddingDim : outputDim);
    }
    return bytes;
  }
}
