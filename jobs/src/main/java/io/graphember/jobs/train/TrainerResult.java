// SPDX-License-Identifier: Apache-2.0
package io.graphember.jobs.train;

import io.graphember.client.api.EpochInfo;
import io.graphember.client.api.JobResult;
import io.graphember.client.api.Json;
import java.util.List;

/** What a trainer answers. Travels between nodes. */
public final class TrainerResult {
  public final float[] parameters;
  public final int bestEpoch;
  public final String epochs;
  public final String test;
  public final double trainSeconds;
  public final double baselineSeconds;
  public final String engineVersion;

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

  public List<EpochInfo> epochs() {
    return List.of(Json.read(epochs, EpochInfo[].class));
  }

  public JobResult.Test test() {
    return Json.read(test, JobResult.Test.class);
  }
}
