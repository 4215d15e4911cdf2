// SPDX-License-Identifier: Apache-2.0
package io.graphember.it;

import io.graphember.client.GraphemberClient;
import io.graphember.client.api.EpochInfo;
import io.graphember.client.api.JobResult;
import io.graphember.client.api.Prediction;
import io.graphember.training.job.JobSettings;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import javax.cache.Cache;

/**
 * All bits that a job gives: two runs are the same if these are equal.
 *
 * @param losses loss of every epoch
 * @param validation validation accuracy of every epoch
 * @param probabilities probabilities of every vertex, by key
 */
record Outcome(
    List<Double> losses, List<Double> validation, Map<Object, List<Float>> probabilities) {

  /** Runs a job and reads all of its predictions through a node. */
  static Outcome run(TestCluster cluster, GraphemberClient client, JobSettings job) {
    return of(cluster, client, Jobs.run(client, job));
  }

  /** Reads all predictions of a job through a node. */
  static Outcome of(TestCluster cluster, GraphemberClient client, JobResult result) {
    String cache = client.predictions(result.graph().name(), result.name()).publication().cache();
    Map<Object, List<Float>> probabilities = new HashMap<>();
    for (Cache.Entry<Object, Prediction> entry : cluster.node(0).<Object, Prediction>cache(cache)) {
      List<Float> row = new ArrayList<>();
      for (float probability : entry.getValue().probabilities()) {
        row.add(probability);
      }
      probabilities.put(entry.getKey(), row);
    }
    return new Outcome(
        result.epochs().stream().map(EpochInfo::loss).toList(),
        result.epochs().stream().map(EpochInfo::validation).toList(),
        probabilities);
  }
}
