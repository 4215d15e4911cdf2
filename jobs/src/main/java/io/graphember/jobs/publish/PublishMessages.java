// SPDX-License-Identifier: Apache-2.0
package io.graphember.jobs.publish;

import io.graphember.graph.store.KeySection;
import io.graphember.jobs.live.LiveStore;
import io.graphember.jobs.message.Message;
import io.graphember.jobs.message.MessageGroup;
import io.graphember.jobs.message.MessageHandlers;
import jakarta.inject.Inject;

/** What nodes are asked when results of vertices are published. */
public final class PublishMessages implements MessageGroup {
  private final LiveStore jobs;
  private final Publisher publisher;

  @Inject
  PublishMessages(LiveStore jobs, Publisher publisher) {
    this.jobs = jobs;
    this.publisher = publisher;
  }

  /** Computes and writes the results of partitions' masters; answers how many there were. */
  record Publish(long job, int epoch, int[] partitions, float[] parameters, VertexCaches caches)
      implements Message<Long> {}

  /** Writes the embeddings of all masters of a node; answers how many there were. */
  public record PublishRows(long job, int epoch, String cache) implements Message<Long> {}

  /** Asks the owner of a partition for the user's keys of its masters; see {@link KeySection}. */
  record Keys(long job, int epoch, int partition) implements Message<byte[]> {}

  /** Asks the owner of a partition for the times of its masters; none if they have none. */
  record Times(long job, int epoch, int partition) implements Message<long[]> {}

  @Override
  public void register(MessageHandlers handlers) {
    handlers.answer(
        Publish.class,
        asked ->
            jobs.work(
                asked.job(),
                asked.epoch(),
                live ->
                    publisher.publish(
                        live, asked.partitions(), asked.parameters(), asked.caches())));
    handlers.answer(
        PublishRows.class,
        asked ->
            jobs.work(
                asked.job(), asked.epoch(), live -> publisher.publishRows(live, asked.cache())));
    handlers.answer(
        Keys.class,
        asked ->
            KeySection.write(
                    jobs.get(asked.job(), asked.epoch()).partition(asked.partition()).keysByType())
                .toBytes());
    handlers.answer(
        Times.class,
        asked ->
            Publisher.times(jobs.get(asked.job(), asked.epoch()).partition(asked.partition())));
  }
}
