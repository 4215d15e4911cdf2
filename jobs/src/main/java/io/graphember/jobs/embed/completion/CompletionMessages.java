// SPDX-License-Identifier: Apache-2.0
package io.graphember.jobs.embed.completion;

import io.graphember.jobs.live.LiveStore;
import io.graphember.jobs.message.Done;
import io.graphember.jobs.message.Message;
import io.graphember.jobs.message.MessageGroup;
import io.graphember.jobs.message.MessageHandlers;
import io.graphember.training.embedding.triple.EntityQueries;
import jakarta.inject.Inject;

/** What nodes are asked to complete triples. */
public final class CompletionMessages implements MessageGroup {
  private final CompletionRunner completions;
  private final LiveStore jobs;

  @Inject
  CompletionMessages(CompletionRunner completions, LiveStore jobs) {
    this.completions = completions;
    this.jobs = jobs;
  }

  /** Asks which of the queries of a client are about entities of a node. */
  record Find(long job, int epoch, byte[] queries) implements Message<int[]> {}

  /**
   * Completes the triples that are asked for of the entities of a node, and writes them.
   *
   * @param queries what the client has sent; empty for all
   */
  record Complete(long job, int epoch, String cache, byte[] queries) implements Message<Done> {}

  /** Searches the entities of a node for those that complete queries best. */
  record Search(long job, int epoch, EntityQueries queries, int most)
      implements Message<BestEntities> {}

  /** Writes the rows of all relations. */
  record WriteRelations(long job, int epoch, String cache) implements Message<Done> {}

  @Override
  public void register(MessageHandlers handlers) {
    handlers.answer(
        Find.class,
        asked -> CompletionRunner.find(jobs.get(asked.job(), asked.epoch()), asked.queries()));
    handlers.carryOut(
        Complete.class,
        asked ->
            jobs.workOn(
                asked.job(),
                asked.epoch(),
                live -> completions.run(live, asked.cache(), asked.queries())));
    handlers.answer(
        Search.class,
        asked ->
            EntitySearch.of(jobs.get(asked.job(), asked.epoch()), asked.queries(), asked.most()));
    handlers.carryOut(
        WriteRelations.class,
        asked -> completions.relations(jobs.get(asked.job(), asked.epoch()), asked.cache()));
  }
}
