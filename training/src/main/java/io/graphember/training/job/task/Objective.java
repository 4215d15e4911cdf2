// SPDX-License-Identifier: Apache-2.0
package io.graphember.training.job.task;

import io.graphember.config.SettingName;
import io.graphember.spi.backend.Loss;
import java.nio.ByteBuffer;
import org.jspecify.annotations.Nullable;

/** What a model is to say of vertices or edges, as a job file names it of vertices. */
public enum Objective {
  /** One class of each; measured by accuracy. */
  CLASSIFICATION {
    @Override
    public Loss loss(ByteBuffer expected, @Nullable ByteBuffer weights) {
      return new Loss.Classes(expected, weights);
    }
  },
  /** Which of several classes each has, any number of them; measured by micro F1. */
  MULTI_LABEL {
    @Override
    public Loss loss(ByteBuffer expected, @Nullable ByteBuffer weights) {
      return new Loss.Labels(expected);
    }
  },
  /** Numbers of each; measured by the root of the mean squared error. */
  REGRESSION {
    @Override
    public Loss loss(ByteBuffer expected, @Nullable ByteBuffer weights) {
      return new Loss.Values(expected);
    }
  };

  /**
   * What is minimised.
   *
   * @param expected what is known: int32[rows] of one class, else float32[rows, outputs]
   * @param weights float32[outputs], of classes alone; null for ones
   */
  public abstract Loss loss(ByteBuffer expected, @Nullable ByteBuffer weights);

  /** The name in a job file. */
  public String text() {
    return SettingName.of(this);
  }

  /** True if each has a row of targets, false if it has a class. */
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
