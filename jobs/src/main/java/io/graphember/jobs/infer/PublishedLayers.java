// SPDX-License-Identifier: Apache-2.0
package io.graphember.jobs.infer;

import io.graphember.inference.slice.Slice;
import io.graphember.training.job.JobSettings;
import java.util.List;
import java.util.Set;

/**
 * Which rows of a layer-wise pass are published.
 *
 * @param last layer whose rows are the outputs
 * @param outputDim floats of such a row
 * @param embedding layer whose rows are the embeddings: the last one of a job on edges or a model
 *     of one layer, else the one before
 * @param embeddingDim floats of such a row
 */
record PublishedLayers(int last, int outputDim, int embedding, int embeddingDim) {
  static PublishedLayers of(List<Slice> slices, JobSettings settings) {
    final int last = slices.size() - 1;
    final int embedding = last == 0 || settings.ofModel().ofPairs() ? last : last - 1;
    return new PublishedLayers(
        last, columns(slices.get(last)), embedding, columns(slices.get(embedding)));
  }

  /**
   * Layers whose rows are published.
   *
   * @param embeds whether embeddings are
   */
  Set<Integer> published(boolean embeds) {
    return embeds && embedding != last ? Set.of(embedding, last) : Set.of(last);
  }

  private static int columns(Slice slice) {
    return slice.program().output().columns();
  }
}
