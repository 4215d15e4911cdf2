// SPDX-License-Identifier: Apache-2.0
package io.graphember.jobs.store;

import io.graphember.jobs.message.Message;
import io.graphember.jobs.message.MessageGroup;
import io.graphember.jobs.message.MessageHandlers;
import jakarta.inject.Inject;
import java.util.Optional;

/** How nodes ask one another to change embeddings. */
public final class StoreMessages implements MessageGroup {
  private final PartitionChanges changes;

  @Inject
  StoreMessages(PartitionChanges changes) {
    this.changes = changes;
  }

  /**
   * Changes all rows of a partition of a publication, of which the node has the primary copy: the
   * number of rows.
   *
   * @param cache where the publication is
   * @param partition of the cache
   * @param scale what a row is multiplied with
   * @param other cache of the rows that are added, by the same keys; empty for none
   * @param factor what these are multiplied with
   */
  record ChangePartition(
      String cache, int partition, float scale, Optional<String> other, float factor)
      implements Message<Long> {}

  @Override
  public void register(MessageHandlers handlers) {
    handlers.answer(ChangePartition.class, changes::make);
  }
}
