// SPDX-License-Identifier: Apache-2.0
package io.graphember.jobs.run;

import io.graphember.client.api.LayerProgress;
import java.util.HashMap;
import java.util.Map;
import java.util.UUID;

/** Adds up how far the nodes of a layer-wise pass are. Safe for use by several threads. */
final class LayerMeter {
  private final JobMonitor monitor;
  private final Map<UUID, Long> masters = new HashMap<>();
  private int layer = -1;
  private int layers;
  private long vertices;
  private long rows;

  LayerMeter(JobMonitor monitor) {
    this.monitor = monitor;
  }

  /** All nodes go to a layer. */
  synchronized void begin(int next, int of, long total, long kept) {
    rows = kept;
    layer = next;
    layers = of;
    vertices = total;
    masters.clear();
    report();
  }

  /** A node has so many masters through a layer; a word of an earlier layer came late. */
  synchronized void inferred(UUID node, int of, long through) {
    if (of == layer) {
      masters.merge(node, through, Math::max);
      report();
    }
  }

  private void report() {
    final long done = masters.values().stream().mapToLong(Long::longValue).sum();
    monitor.layer(new LayerProgress(layer, layers, Math.min(done, vertices), vertices, rows));
  }
}
