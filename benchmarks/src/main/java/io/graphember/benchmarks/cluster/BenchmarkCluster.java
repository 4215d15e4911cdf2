// SPDX-License-Identifier: Apache-2.0
package io.graphember.benchmarks.cluster;

import io.graphember.cli.cluster.EmbeddedCluster;
import io.graphember.ignite.GraphemberConfiguration;
import io.graphember.spi.Cancellation;
import java.io.IOException;
import java.util.function.Consumer;

/** The cluster that a benchmark runs on: nodes in this JVM, or JVMs of their own. */
public record BenchmarkCluster(AutoCloseable nodes, String address, String where)
    implements AutoCloseable {
  /** Starts {@code count} nodes, each in a JVM of its own if {@code apart}. */
  public static BenchmarkCluster start(int count, boolean apart) throws IOException {
    if (apart) {
      ServerJvms servers = ServerJvms.start(count);
      return new BenchmarkCluster(servers, servers.address(), count + " JVMs");
    }
    return start(count, configuration -> {});
  }

  /** Starts nodes in this JVM that are configured otherwise. */
  public static BenchmarkCluster start(int count, Consumer<GraphemberConfiguration> customizer) {
    final EmbeddedCluster embedded =
        EmbeddedCluster.start(count, false, customizer, Cancellation.NEVER);
    return new BenchmarkCluster(embedded, embedded.address(), "in process");
  }

  @Override
  public void close() throws Exception {
    nodes.close();
  }
}
