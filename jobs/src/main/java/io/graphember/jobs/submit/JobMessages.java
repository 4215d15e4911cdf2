// SPDX-License-Identifier: Apache-2.0
package io.graphember.jobs.submit;

import io.graphember.jobs.delta.SealedMessages;
import io.graphember.jobs.drift.DriftMessages;
import io.graphember.jobs.embed.EmbeddingMessages;
import io.graphember.jobs.infer.InferenceMessages;
import io.graphember.jobs.message.MessageGroup;
import io.graphember.jobs.message.MessageHandlers;
import io.graphember.jobs.model.ModelMessages;
import io.graphember.jobs.pairs.PairMessages;
import io.graphember.jobs.predict.PredictMessages;
import io.graphember.jobs.publish.PublishMessages;
import io.graphember.jobs.run.CoordinatorMessages;
import io.graphember.jobs.run.NodeMessages;
import io.graphember.jobs.seed.SeedMessages;
import io.graphember.jobs.shard.ShardMessages;
import io.graphember.jobs.similar.SimilarMessages;
import io.graphember.jobs.store.StoreMessages;
import io.graphember.jobs.table.TableMessages;
import jakarta.inject.Inject;
import java.util.List;

/** All messages of jobs, of loads, and of what is asked about results. */
public final class JobMessages implements MessageGroup {
  private final List<MessageGroup> groups;

  @Inject
  JobMessages(
      NodeMessages nodes,
      CoordinatorMessages coordinators,
      AdoptionMessages adoptions,
      SeedMessages seeds,
      ModelMessages models,
      EmbeddingMessages embeddings,
      InferenceMessages inference,
      PairMessages pairs,
      PublishMessages publications,
      TableMessages tables,
      ShardMessages shards,
      SealedMessages sealed,
      SimilarMessages similar,
      StoreMessages store,
      PredictMessages predictions,
      DriftMessages drift) {
    groups =
        List.of(
            nodes,
            coordinators,
            adoptions,
            seeds,
            models,
            embeddings,
            inference,
            pairs,
            publications,
            tables,
            shards,
            sealed,
            similar,
            store,
            predictions,
            drift);
  }

  @Override
  public void register(MessageHandlers handlers) {
    groups.forEach(group -> group.register(handlers));
  }
}
