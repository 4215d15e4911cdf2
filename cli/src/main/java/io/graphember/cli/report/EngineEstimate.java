// SPDX-License-Identifier: Apache-2.0
package io.graphember.cli.report;

import io.graphember.cli.job.SourceCount;
import io.graphember.cli.report.text.Figures;
import io.graphember.jobs.live.GraphTask;
import io.graphember.spi.backend.BackendProvider;
import io.graphember.spi.backend.EngineMemory;
import io.graphember.training.footprint.GraphSize;
import io.graphember.training.footprint.TrainerMemory;
import io.graphember.training.job.JobSettings;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.ServiceLoader;

/** Native memory of a job that trains a model, by engine; degrees are not counted, so at most. */
final class EngineEstimate {
  private EngineEstimate() {}

  /**
   * A line for each engine that the job may use; none for a job that uses none, or for what is
   * added to a graph, which decides on the model.
   */
  static List<String> lines(JobSettings job, SourceCount count) {
    List<String> lines = new ArrayList<>();
    if (!job.trainsModel() || job.graph().add()) {
      return lines;
    }
    for (BackendProvider provider :
        ServiceLoader.load(BackendProvider.class, EngineEstimate.class.getClassLoader())) {
      if (job.train().backend().filter(name -> !name.equals(provider.name())).isEmpty()) {
        lines.add(line(job, count, provider));
      }
    }
    return lines;
  }

  private static String line(JobSettings job, SourceCount count, BackendProvider provider) {
    EngineMemory engine = provider.memory();
    return "at most %s of native memory budget for each trainer on its node with %s, and %s for the engine"
        .formatted(
            Figures.bytes(
                TrainerMemory.bytes(
                    job, GraphTask.of(count.graph(), job).shape(), size(job, count), engine, true)),
            provider.name(),
            Figures.bytes(engine.baseBytes()));
  }

  private static GraphSize size(JobSettings job, SourceCount count) {
    final long edges = (job.graph().symmetrize() ? 2 : 1) * count.size().edges();
    return new GraphSize(Arrays.stream(count.size().vertices()).sum(), edges, List.of());
  }
}
