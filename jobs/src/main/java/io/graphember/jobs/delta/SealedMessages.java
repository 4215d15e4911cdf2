// SPDX-License-Identifier: Apache-2.0
package io.graphember.jobs.delta;

import io.graphember.client.api.GraphInfo;
import io.graphember.jobs.message.Message;
import io.graphember.jobs.message.MessageGroup;
import io.graphember.jobs.message.MessageHandlers;
import io.graphember.partition.delta.SealedEdges;
import io.graphember.partition.delta.SealedMasters;
import io.graphember.partition.delta.SealedRequest;
import jakarta.inject.Inject;
import java.util.List;

/** What a node that adds to a graph asks of those that have it. */
public final class SealedMessages implements MessageGroup {
  private final SealedReads reads;

  @Inject
  SealedMessages(SealedReads reads) {
    this.reads = reads;
  }

  /**
   * Describes masters as they are stored.
   *
   * @param graph version whose partitions stay
   * @param partitions where they are looked for
   * @param locals local numbers of masters that are asked for, of each of these
   */
  record Find(GraphInfo graph, SealedRequest request, int[] partitions, List<int[]> locals)
      implements Message<List<SealedMasters>> {}

  /**
   * Says which edges are there: 1 for one that is, 0 for one that is not.
   *
   * @param graph version whose partitions stay
   * @param edges by partition
   */
  record Has(GraphInfo graph, List<SealedEdges> edges) implements Message<List<byte[]>> {}

  @Override
  public void register(MessageHandlers handlers) {
    handlers.answer(Find.class, reads::find);
    handlers.answer(Has.class, reads::has);
  }
}
