// SPDX-License-Identifier: Apache-2.0
package io.graphember.it;

import io.graphember.client.GraphemberClient;
import io.graphember.client.LoadProgress;
import io.graphember.client.api.GraphInfo;
import io.graphember.client.api.JobResult;
import io.graphember.config.SettingsDocument;
import io.graphember.schema.source.GraphSource;
import io.graphember.schema.source.ReadProgress;
import io.graphember.spi.Cancellation;
import io.graphember.training.job.JobSettings;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.function.Consumer;

/** Job files in tests. */
public final class Jobs {
  private Jobs() {}

  public static JobSettings parse(String yaml, String... assignments) {
    SettingsDocument document = SettingsDocument.parse("test.yaml", yaml);
    for (String assignment : assignments) {
      document = document.set(assignment);
    }
    if (Arrays.stream(assignments).anyMatch(one -> one.startsWith("inference"))) {
      // The settings of a job that trains do not go with it.
      document = document.set("job=infer").set("training=").set("sampling=");
    }
    return document.bind(JobSettings.class);
  }

  public static GraphInfo load(GraphemberClient client, JobSettings job) {
    return load(client, job, Duration.ZERO, progress -> {});
  }

  /** Loads a graph that waits for room. */
  static GraphInfo load(
      GraphemberClient client,
      JobSettings job,
      Duration patience,
      Consumer<LoadProgress> listener) {
    try (GraphSource source =
        GraphSource.open(job.source(), Path.of("").toAbsolutePath(), ReadProgress.NONE)) {
      return client.load(
          SettingsDocument.toJson(job.graph()), source, patience, listener, Cancellation.NEVER);
    }
  }

  public static JobResult run(GraphemberClient client, JobSettings job) {
    return client
        .submit(SettingsDocument.toJson(job.withoutSource()))
        .await(state -> {}, Cancellation.NEVER);
  }
}
