// SPDX-License-Identifier: Apache-2.0
package io.graphember.benchmarks.cluster;

import io.graphember.ignite.GraphemberPlugin;
import io.graphember.ignite.metric.MetricRegistries;
import io.graphember.ignite.request.RequestSweep;
import io.graphember.jobs.metric.MetricSet;
import io.graphember.jobs.metric.MetricSets;
import io.graphember.jobs.metric.Metrics;
import jakarta.inject.Inject;
import java.util.function.DoubleSupplier;
import java.util.function.LongSupplier;
import java.util.function.Supplier;
import org.apache.ignite.Ignite;

/** What a node does so that others see what it does. */
public final class WatchedParts {
  @Inject private MetricRegistries registries;
  @Inject private MetricSets sets;
  @Inject private RequestSweep requests;

  private WatchedParts() {}

  /** Of a server node of this JVM. */
  public static WatchedParts of(Ignite node) {
    final GraphemberPlugin plugin = node.plugin(GraphemberPlugin.NAME);
    final WatchedParts parts = new WatchedParts();
    plugin.inject(parts);
    return parts;
  }

  /** Looks which metrics there are to be. */
  public void lookAtMetrics() {
    registries.look();
  }

  /** Looks at the requests of the cluster, and says how far their jobs are. */
  public void lookAtRequests() {
    requests.look();
  }

  /** Reads every metric once, as an exporter does; their number. */
  public int read() {
    final Reader reader = new Reader();
    for (MetricSet set : sets.now()) {
      set.show().accept(reader);
    }
    return reader.read;
  }

  private static final class Reader implements Metrics {
    private int read;
    private double sum; // so that no reading is left out

    @Override
    public void number(String name, String what, LongSupplier value) {
      sum += value.getAsLong();
      read++;
    }

    @Override
    public void real(String name, String what, DoubleSupplier value) {
      sum += value.getAsDouble();
      read++;
    }

    @Override
    public void text(String name, String what, Supplier<String> value) {
      sum += value.get().length();
      read++;
    }
  }
}
