// SPDX-License-Identifier: Apache-2.0
package io.graphember.it;

import io.graphember.client.GraphemberClient;
import io.graphember.client.api.EpochInfo;
import io.graphember.client.api.JobResult;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * All bits that a client sees of a job that trains a model and publishes predictions.
 *
 * @param test figures of its test
 * @param losses of every epoch
 * @param bestEpoch its best epoch
 * @param predictions by key
 */
record Bits(
    JobResult.Test test, List<Double> losses, int bestEpoch, Map<Object, Object> predictions) {
  /** What a job has left, as long as no later one of its name has. */
  static Bits of(GraphemberClient client, JobResult result) {
    Map<Object, Object> predictions = new HashMap<>();
    client.predictions(result.graph().name(), result.name()).forEach(predictions::put);
    return new Bits(
        result.tested(),
        result.epochs().stream().map(EpochInfo::loss).toList(),
        result.bestEpoch(),
        predictions);
  }
}
