// SPDX-License-Identifier: Apache-2.0
package io.graphember.benchmarks.chaos;

import io.graphember.client.GraphemberClient;
import io.graphember.spi.error.GraphemberException;
import io.graphember.training.job.JobSettings;
import java.util.ArrayList;
import java.util.List;

/** Fills the data regions with graphs, as far as the cluster takes them. Used by one thread. */
final class Filler {
  private static final int LARGE = 8000;
  private static final int SMALL = 500;
  private static final int MOST = 40;
  private static final String FULL = "REGION_FULL";

  private final List<String> graphs = new ArrayList<>();

  /** Until large graphs do not fit any more. */
  void almost(String addresses) throws Violation {
    fill(addresses, LARGE);
  }

  /** Until small graphs do not fit any more. */
  void full(String addresses) throws Violation {
    fill(addresses, SMALL);
  }

  private void fill(String addresses, int vertices) throws Violation {
    try (GraphemberClient client = GraphemberClient.connect(addresses)) {
      while (graphs.size() < MOST) {
        final String name = "filler" + graphs.size();
        final JobSettings graph = Work.filler(name, vertices);
        graphs.add(name);
        Task.load(client, graph, Task.NOBODY);
      }
      throw new Violation("the data regions take more than they have");
    } catch (GraphemberException e) {
      if (!e.code().equals(FULL)) {
        throw new Violation("a load was refused: %s %s".formatted(e.code(), e.getMessage()), e);
      }
    }
  }

  /** Drops them. */
  void drop(Asking asking) throws Violation {
    for (String graph : graphs) {
      asking.ask(client -> client.dropGraph(graph));
    }
    graphs.clear();
  }
}
