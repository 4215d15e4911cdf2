// SPDX-License-Identifier: Apache-2.0
package io.graphember.jobs.run;

import java.util.Locale;

/** What a job does, in this order. */
public enum JobPhase {
  /** Slabs are loaded. */
  OPEN,
  /** The model is trained. */
  TRAIN,
  /** Tables are written to their cache; training goes on behind it. */
  CHECKPOINT,
  /** Held-out triples are ranked among all entities. */
  RANK,
  /** What completes triples is searched for. */
  COMPLETE,
  /** The features alone are trained on. */
  BASELINE,
  /** A trained model runs over the whole graph, and what leaves it is written. */
  INFER,
  /** Edges are scored. */
  SCORES,
  /** The best candidates of every vertex are searched for. */
  CANDIDATES,
  /** Results are computed for every vertex and written. */
  PUBLISH,
  /** Slabs are freed. */
  END;

  public String text() {
    return name().toLowerCase(Locale.ROOT);
  }
}
