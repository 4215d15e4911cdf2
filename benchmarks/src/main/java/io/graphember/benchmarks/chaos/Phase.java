// SPDX-License-Identifier: Apache-2.0
package io.graphember.benchmarks.chaos;

import java.util.Set;

/** What work does at the moment at which a fault happens. */
public enum Phase {
  /** The pieces of a graph are sent. */
  LOAD("base", "send", "receive"),
  /** It is cut into partitions, which are placed. */
  PARTITION("sort", "partition", "wait", "place"),
  /** A model is trained. */
  TRAIN("train"),
  /** A model or tables are trained, and every step is followed by a checkpoint. */
  CHECKPOINT("train", "checkpoint"),
  /** Tables are trained. */
  EMBED("train", "checkpoint"),
  /** A trained model runs over the graph. */
  INFER("infer", "open"),
  /** Results are written. */
  PUBLISH("publish"),
  /** A graph, results or a checkpoint are dropped. */
  DROP("drop");

  private final Set<String> names;

  Phase(String... names) {
    this.names = Set.of(names);
  }

  /** Whether work that says so is in this phase. */
  boolean is(String said) {
    return names.contains(said);
  }

  /** True of phases that last: the moment is some time behind their beginning. */
  boolean lasts() {
    return this == TRAIN || this == CHECKPOINT || this == EMBED;
  }
}
