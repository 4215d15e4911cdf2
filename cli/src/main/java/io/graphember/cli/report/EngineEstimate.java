// SPDX-License-Identifier: Apache-2.0
package io.graphember.cli.report;

import io.graphember.cli.job.SourceCount;
import io.graphember.ingest.EdgeType;
import io.graphember.ingest.VertexType;
import io.graphember.spi.backend.BackendProvider;
import io.graphember.spi.backend.EngineMemory;
import io.graphember.training.footprint.GraphSize;
import io.graphember.training.footprint.TrainerMemory;
import io.graphember.training.job.GraphShape;
import io.graphember.training.job.JobSettings;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.ServiceLoader;

/** Native memory of a job that trains a model, by engine; degrees are not counted, so at most. */
final class EngineEstimate {
  private EngineEstimate() {}

  /** A line for each engine that the job may use; none for a job that uses none. */
  static List<String> lines(JobSettings job, SourceCount count) {
    List<String> lines = new ArrayList<>();
    if (!job.trainsModel() || job.edgeClasses() != null) {
      return lines;
    }
    for (BackendProvider provider :
        ServiceLoader.load(BackendProvider.class, EngineEstimate.class.getClassLoader())) {
      if (job.backend() == null || job.backend().equals(provider.name())) {
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
                TrainerMemory.bytes(job, shape(job, count), size(job, count), engine, true)),
            provider.name(),
            Figures.bytes(engine.baseBytes()));
  }

  private static GraphShape shape(JobSettings job, SourceCount count) {
    List<VertexType> vertices = count.header().vertexTypes();
    List<EdgeType> edges = count.header().edgeTypes();
    final int targets = vertices.stream().mapToInt(type -> type.targets().size()).max().orElse(0);
    final int outputs = job.training().task().targets() ? targets : count.classes();
    return new GraphShape(
        vertices.stream().map(VertexType::featureDim).toList(),
        job.ofEdges() ? job.model().hidden() : Math.max(1, outputs),
        edges.stream().mapToInt(type -> type.attributes().featureDim()).max().orElse(0),
        edges.stream().map(EdgeType::name).toList(),
        Collections.nCopies(edges.size(), count.size().edges()));
  }

  private static GraphSize size(JobSettings job, SourceCount count) {
    final long edges = (job.graph().symmetrize() ? 2 : 1) * count.size().edges();
    return new GraphSize(Arrays.stream(count.size().vertices()).sum(), edges, List.of());
  }
}
