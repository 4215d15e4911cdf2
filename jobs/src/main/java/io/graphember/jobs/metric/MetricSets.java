// SPDX-License-Identifier: Apache-2.0
package io.graphember.jobs.metric;

import io.graphember.jobs.count.RequestKind;
import io.graphember.jobs.live.LiveJob;
import io.graphember.jobs.live.LiveStore;
import io.graphember.jobs.run.RunningJobs;
import jakarta.inject.Inject;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;

/**
 * Which metrics a node has now. Those of the node and of the kinds of requests are always there,
 * those of a job from when it comes here until it goes. Safe for use by several threads.
 */
public final class MetricSets {
  private static final String NODE = "graphember";

  private final NodeMetrics node;
  private final JobMetrics jobs;
  private final LiveStore live;
  private final RunningJobs running;

  @Inject
  MetricSets(NodeMetrics node, JobMetrics jobs, LiveStore live, RunningJobs running) {
    this.node = node;
    this.jobs = jobs;
    this.live = live;
    this.running = running;
  }

  /** All of them, each name once. */
  public List<MetricSet> now() {
    final List<MetricSet> sets = new ArrayList<>();
    sets.add(new MetricSet(NODE, node::node));
    for (RequestKind kind : RequestKind.values()) {
      sets.add(set("requests", kind.text(), metrics -> node.requests(kind, metrics)));
    }
    for (long job : running.numbers()) {
      sets.add(set("job", job, metrics -> jobs.progress(job, metrics)));
    }
    final List<LiveJob> open = live.all();
    for (LiveJob job : open) {
      final long number = job.plan().job();
      sets.add(set("work", number, metrics -> jobs.work(number, metrics)));
    }
    open.stream()
        .map(job -> job.graph().name())
        .distinct()
        .forEach(graph -> sets.add(set("graph", graph, metrics -> jobs.graph(graph, metrics))));
    return sets;
  }

  /** One set of each kind, for the reference page: KIND, NUMBER and NAME are placeholders. */
  public List<MetricSet> kinds() {
    return List.of(
        new MetricSet(NODE, node::node),
        set("requests", "KIND", metrics -> node.requests(RequestKind.ROWS, metrics)),
        set("job", "NUMBER", metrics -> jobs.progress(0, metrics)),
        set("work", "NUMBER", metrics -> jobs.work(0, metrics)),
        set("graph", "NAME", metrics -> jobs.graph("", metrics)));
  }

  private static MetricSet set(String kind, Object of, Consumer<Metrics> show) {
    return new MetricSet("%s.%s.%s".formatted(NODE, kind, of), show);
  }
}
