// SPDX-License-Identifier: Apache-2.0
package io.graphember.benchmarks.forecast;

import io.graphember.benchmarks.cluster.ServerJvms;
import io.graphember.benchmarks.graphs.RmatSource;
import io.graphember.client.GraphemberClient;
import io.graphember.client.LoadProgress;
import io.graphember.client.api.GraphInfo;
import io.graphember.schema.source.GraphSource;
import io.graphember.spi.Cancellation;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/** Loads a graph into nodes in JVMs of their own, and says what each phase took. Used once. */
final class LoadTimer {
  private static final int FEATURES = 100;
  private static final int CLASSES = 47;
  private static final int SEEDS = 20_000;
  private static final String GRAPH = "{name: forecast, partitions: %d, symmetrize: true}";

  private final ServerJvms servers;
  private final List<Mark> marks = new ArrayList<>();

  /** When a phase began, and what all nodes had used of the processor. */
  private record Mark(String phase, long nanos, double processor) {}

  private LoadTimer(ServerJvms servers) {
    this.servers = servers;
  }

  /** Measures a load whose number of vertices is a power of two. */
  static LoadRun measure(LoadPlan plan) throws IOException {
    try (ServerJvms servers = ServerJvms.start(plan.nodes())) {
      return new LoadTimer(servers).load(plan);
    }
  }

  private LoadRun load(LoadPlan plan) throws IOException {
    final int scale = Long.numberOfTrailingZeros(plan.vertices());
    try (GraphemberClient client = GraphemberClient.connect(servers.address());
        GraphSource source = new RmatSource(scale, plan.edges() / 2, FEATURES, CLASSES, SEEDS)) {
      mark("receive");
      GraphInfo graph =
          client.load(GRAPH.formatted(plan.partitions()), source, this::hear, Cancellation.NEVER);
      mark("done");
      return new LoadRun(
          plan,
          phase("receive", "cut"),
          phase("cut", "write"),
          phase("write", "done"),
          servers.peakBytes().stream().mapToLong(Long::longValue).max().orElse(0),
          graph.exchangedBytes());
    }
  }

  private void hear(LoadProgress progress) {
    final String phase =
        switch (progress.phase()) {
          case "receive", "send" -> "receive";
          case "place", "wait", "done" -> "write";
          default -> "cut";
        };
    if (!marks.get(marks.size() - 1).phase().equals(phase)) {
      mark(phase);
    }
  }

  private void mark(String phase) {
    marks.add(new Mark(phase, System.nanoTime(), servers.processorSeconds()));
  }

  private LoadRun.Phase phase(String from, String to) {
    final Mark begin = first(from);
    final Mark end = first(to);
    return new LoadRun.Phase(
        1e-9 * (end.nanos() - begin.nanos()), end.processor() - begin.processor());
  }

  private Mark first(String phase) {
    return marks.stream().filter(mark -> mark.phase().equals(phase)).findFirst().orElseThrow();
  }
}
