// SPDX-License-Identifier: Apache-2.0
package io.graphember.jobs.similar;

import io.graphember.jobs.message.Message;
import io.graphember.jobs.message.MessageGroup;
import io.graphember.jobs.message.MessageHandlers;
import io.graphember.schema.KeyKind;
import io.graphember.schema.Similarity;
import jakarta.inject.Inject;
import java.util.Optional;

/** How nodes ask one another for similar vertices. */
public final class SimilarMessages implements MessageGroup {
  private final SimilarRows rows;

  @Inject
  SimilarMessages(SimilarRows rows) {
    this.rows = rows;
  }

  /**
   * Looks for the rows of a publication that are most alike to a vector.
   *
   * @param cache where the publication is
   * @param keys what its keys are
   * @param index what nodes keep an index for; empty for none
   * @param partitions of the cache, ascending, which the node has: others are not looked at
   * @param vector as long as the rows
   * @param similarity how alike rows are
   * @param most how many are asked for
   * @param exact true to go through all rows, whether there is an index or not
   */
  record Search(
      String cache,
      KeyKind keys,
      Optional<Similarity> index,
      int[] partitions,
      float[] vector,
      Similarity similarity,
      int most,
      boolean exact)
      implements Message<FoundVertices> {}

  @Override
  public void register(MessageHandlers handlers) {
    handlers.answer(Search.class, rows::search);
  }
}
