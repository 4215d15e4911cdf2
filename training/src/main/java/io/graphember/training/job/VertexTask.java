// SPDX-License-Identifier: Apache-2.0
package io.graphember.training.job;

import io.graphember.config.SettingName;

/** What is learned of vertices, as a job file names it. */
public enum VertexTask {
  /** One class of each vertex; measured by accuracy. */
  CLASSIFICATION,
  /** Which of several classes a vertex has, any number of them; measured by micro F1. */
  MULTI_LABEL,
  /** Numbers of each vertex; measured by the root of the mean squared error. */
  REGRESSION;

  /** The name in a job file. */
  public String text() {
    return SettingName.of(this);
  }

  /** True if vertices have a row of targets, false if they have a class. */
  public boolean targets() {
    return this != CLASSIFICATION;
  }

  /**
   * The measure as people read it.
   *
   * @param quality of which more is better
   */
  public double figure(double quality) {
    return this == REGRESSION ? -quality : quality;
  }
}
