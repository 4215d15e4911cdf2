// SPDX-License-Identifier: Apache-2.0
package io.graphember.ignite.metric;

import io.graphember.jobs.metric.MetricSet;
import io.graphember.jobs.metric.MetricSets;
import io.graphember.jobs.metric.Metrics;
import jakarta.inject.Inject;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.DoubleSupplier;
import java.util.function.LongSupplier;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import org.apache.ignite.Ignite;
import org.apache.ignite.metric.MetricRegistry;

/**
 * Keeps the metrics of a node in Ignite's registries, from which JMX, SQL and other exporters take
 * them: a registry {@code custom.NAME} for each set. Safe for use by several threads.
 */
public final class MetricRegistries {
  private final Ignite ignite;
  private final MetricSets sets;
  private final Set<String> shown = new HashSet<>();

  /** Nothing is shown yet. */
  @Inject
  MetricRegistries(Ignite ignite, MetricSets sets) {
    this.ignite = ignite;
    this.sets = sets;
  }

  /** Adds the sets that have come since the last look, and takes away those that have gone. */
  public synchronized void look() {
    final List<MetricSet> now = sets.now();
    final Set<String> names = now.stream().map(MetricSet::name).collect(Collectors.toSet());
    shown.stream().filter(name -> !names.contains(name)).toList().forEach(this::remove);
    now.stream().filter(set -> shown.add(set.name())).forEach(this::add);
  }

  private void add(MetricSet set) {
    set.show().accept(new Registry(ignite.metrics().getOrCreate(set.name())));
  }

  private void remove(String name) {
    shown.remove(name);
    ignite.metrics().remove(name);
  }

  private record Registry(MetricRegistry registry) implements Metrics {
    @Override
    public void number(String name, String what, LongSupplier value) {
      registry.register(name, value, what);
    }

    @Override
    public void real(String name, String what, DoubleSupplier value) {
      registry.register(name, value, what);
    }

    @Override
    public void text(String name, String what, Supplier<String> value) {
      registry.register(name, value, String.class, what);
    }
  }
}
