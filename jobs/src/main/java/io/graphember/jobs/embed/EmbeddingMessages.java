// SPDX-License-Identifier: Apache-2.0
package io.graphember.jobs.embed;

import io.graphember.jobs.catalog.StoredEmbedding;
import io.graphember.jobs.cluster.Caches;
import io.graphember.jobs.embed.completion.CompletionMessages;
import io.graphember.jobs.embed.rank.RankMessages;
import io.graphember.jobs.live.ExternalEmbeddings;
import io.graphember.jobs.live.LiveJob;
import io.graphember.jobs.live.LiveStore;
import io.graphember.jobs.live.LiveTables;
import io.graphember.jobs.message.Done;
import io.graphember.jobs.message.Message;
import io.graphember.jobs.message.MessageGroup;
import io.graphember.jobs.message.MessageHandlers;
import io.graphember.jobs.publish.NotFiniteVertices;
import io.graphember.jobs.publish.Publisher;
import io.graphember.spi.error.GraphemberException;
import io.graphember.training.embedding.NeighborMeans;
import io.graphember.training.embedding.step.PassReport;
import jakarta.inject.Inject;

/** What a job of embeddings asks of its nodes. */
public final class EmbeddingMessages implements MessageGroup {
  private final EmbeddingRunner embedders;
  private final LiveStore jobs;
  private final Caches caches;
  private final Publisher publisher;
  private final RankMessages ranks;
  private final CompletionMessages completions;

  @Inject
  EmbeddingMessages(
      EmbeddingRunner embedders,
      LiveStore jobs,
      Caches caches,
      Publisher publisher,
      RankMessages ranks,
      CompletionMessages completions) {
    this.embedders = embedders;
    this.jobs = jobs;
    this.caches = caches;
    this.publisher = publisher;
    this.ranks = ranks;
    this.completions = completions;
  }

  /**
   * Runs one trainer for a stretch of steps.
   *
   * @param masters of each partition
   */
  record Train(long job, int epoch, int rank, long[] masters, long from, long to)
      implements Message<PassReport> {}

  /**
   * Gives the tables of a node the rows that another job has left; answers the ids of the vertices
   * that it had none of.
   */
  record Carry(long job, int epoch, StoredEmbedding given) implements Message<long[]> {}

  /**
   * Computes the rows of a node's new vertices from those of their neighbours, and keeps them apart
   * until all nodes have read theirs.
   *
   * @param added ids of all new vertices, ascending
   */
  record NeighborRows(long job, int epoch, long[] added) implements Message<Done> {}

  /** Puts the rows that {@link NeighborRows} has computed into the tables. */
  record PlaceRows(long job, int epoch) implements Message<Done> {}

  @Override
  public void register(MessageHandlers handlers) {
    handlers.answer(Train.class, this::train);
    handlers.answer(
        Carry.class,
        asked ->
            jobs.work(
                asked.job(),
                asked.epoch(),
                live -> new ExternalEmbeddings(caches, live, asked.given()).carry()));
    handlers.carryOut(NeighborRows.class, this::computeRows);
    handlers.carryOut(PlaceRows.class, this::placeRows);
    ranks.register(handlers);
    completions.register(handlers);
  }

  private PassReport train(Train asked) {
    return jobs.work(asked.job(), asked.epoch(), live -> train(asked, live));
  }

  private PassReport train(Train asked, LiveJob live) {
    try {
      return embedders.run(live, asked.rank(), asked.masters(), asked.from(), asked.to());
    } catch (GraphemberException e) {
      throw NotFiniteVertices.named(e, live, publisher);
    }
  }

  private void computeRows(NeighborRows asked) {
    jobs.workOn(
        asked.job(),
        asked.epoch(),
        live ->
            live.tables()
                .keep(
                    embedders.means(
                        live, LiveTables.parameters(live).vertexTables(), asked.added())));
  }

  private void placeRows(PlaceRows asked) {
    final LiveJob live = jobs.get(asked.job(), asked.epoch());
    NeighborMeans.Rows kept = live.tables().kept();
    ExternalEmbeddings.put(
        live, LiveTables.parameters(live).vertexTables(), kept.vids(), kept.rows());
  }
}
