// SPDX-License-Identifier: Apache-2.0
package io.graphember.jobs.count;

import java.util.Locale;

/** What nodes ask one another for. */
public enum RequestKind {
  /** Neighbours, walks, negatives, degrees: what operators of sampling read of a partition. */
  SAMPLING("samples of edges"),
  /** Feature rows, one by one. */
  ROWS("rows of features"),
  /** Feature rows that are added up where they are. */
  SUMS("sums of feature rows"),
  /** Rows that are trained, their gradients and changes. */
  TABLES("rows of tables that are trained, and their gradients"),
  /** Parameters of a model and their gradients, between trainers. */
  PARAMETERS("parameters of models and their gradients"),
  /** Rows of layers and in-edges, for inference over a whole graph. */
  INFERENCE("rows of layers and edges, for inference"),
  /** Rows of mirrors in steps that all partitions compute together. */
  STEPS("rows of mirrors, for steps of all partitions"),
  /** Everything else, a few times in a job. */
  MESSAGES("what is asked a few times in a job");

  private final String what;

  RequestKind(String what) {
    this.what = what;
  }

  /** Its name in metrics. */
  public String text() {
    return name().toLowerCase(Locale.ROOT);
  }

  /** What it is, for people. */
  public String what() {
    return what;
  }
}
