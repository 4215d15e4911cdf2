// SPDX-License-Identifier: Apache-2.0
package io.graphember.it;

import io.graphember.client.GraphemberClient;
import io.graphember.client.api.JobResult;
import io.graphember.jobs.catalog.StoredModel;
import java.util.Arrays;
import java.util.Map;
import java.util.TreeMap;
import javax.cache.Cache;

/**
 * All bits that a job gives and leaves: two runs are the same if these are equal.
 *
 * @param outcome what it gives
 * @param bestEpoch its best epoch
 * @param test what it says of the test split
 * @param model what it leaves
 */
record ModelBits(Outcome outcome, int bestEpoch, JobResult.Test test, Model model) {
  /**
   * A model that is kept.
   *
   * @param parameters a hash of them
   * @param rows that were learned with it: a hash of each block by its key; none of a model without
   */
  record Model(int parameters, Map<Long, Integer> rows) {}

  /** Reads what a job has left through a node. */
  static ModelBits of(TestCluster cluster, GraphemberClient client, JobResult result) {
    StoredModel model =
        cluster.parts(0).models().get("model.from", result.graph().name(), result.name());
    Map<Long, Integer> rows = new TreeMap<>();
    model
        .learnableEmbeddings()
        .ifPresent(
            cache -> {
              for (Cache.Entry<Long, byte[]> block : cluster.node(0).<Long, byte[]>cache(cache)) {
                rows.put(block.getKey(), Arrays.hashCode(block.getValue()));
              }
            });
    return new ModelBits(
        Outcome.of(cluster, client, result),
        result.bestEpoch(),
        result.test(),
        new Model(Arrays.hashCode(model.parameters()), rows));
  }
}
