// SPDX-License-Identifier: Apache-2.0
package io.graphember.spi.security;

import java.util.Locale;

/** What a caller wants to do. */
public enum Action {
  /** To see a graph in lists, and what it is made of. */
  READ_GRAPH,
  /** To load a graph, to add to one, to change its retention. */
  WRITE_GRAPH,
  /** To drop a graph, or what a job has left. */
  DROP,
  /** To submit a job. */
  SUBMIT,
  /** To cancel a job. */
  CANCEL,
  /** To see how a job is getting on, and to read what it publishes. */
  READ_RESULTS,
  /** To change embeddings that a job has published. */
  WRITE_RESULTS,
  /** To export a model, or to start another job from it. */
  READ_MODEL,
  /** To see what nodes are made of, and to run the cluster. */
  ADMINISTER;

  /** The operation in words, for example {@code read graph}. */
  public String text() {
    return name().toLowerCase(Locale.ROOT).replace('_', ' ');
  }
}
