// SPDX-License-Identifier: Apache-2.0
package io.graphember.jobs.run;

import io.graphember.client.api.EpochInfo;
import io.graphember.client.api.JobResult;
import io.graphember.client.api.Json;
import java.util.List;

/** What a trainer answers. Travels between nodes. */
final class TrainerResult {
  final float[] parameters;
  final int bestEpoch;
  final String epochs;
  final String test;
  final double trainSeconds;
  final double baselineSeconds;
  final String engineVersion;

  TrainerResult(
      float[] parameters,
      int bestEpoch,
      List<EpochInfo> epochs,
      JobResult.Test test,
      double trainSeconds,
      double baselineSeconds,
      String engineVersion) {
    this.parameters = parameters;
    this.bestEpoch = bestEpoch;
    this.epochs = Json.write(epochs);
    this.test = Json.write(test);
    this.trainSeconds = trainSeconds;
    this.baselineSeconds = baselineSeconds;
    this.engineVersion = engineVersion;
  }

  List<EpochInfo> epochs() {
    return List.of(Json.read(epochs, EpochInfo[].class));
  }

  JobResult.Test test() {
    return Json.read(test, JobResult.Test.class);
  }
}
