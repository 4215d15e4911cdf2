// SPDX-License-Identifier: Apache-2.0
package io.graphember.jobs.sync;

import io.graphember.training.sync.ServedVersion;
import java.io.Serializable;

/**
 * A version of the parameters on its way to a trainer.
 *
 * <p>Fields that travel, by Ignite's marshaller: as of {@link ServedVersion}.
 */
final class VersionReply implements Serializable {
  private static final long serialVersionUID = 1L;

  private final long number;
  private final boolean more;
  private final float[] weights;
  private final double[] sums;
  private final long pushes;

  VersionReply(ServedVersion version) {
    this.number = version.number();
    this.more = version.more();
    this.weights = version.weights();
    this.sums = version.sums();
    this.pushes = version.pushes();
  }

  ServedVersion version() {
    return new ServedVersion(number, more, weights, sums, pushes);
  }

  /** Bytes of the arrays. */
  long bytes() {
    return (long) Float.BYTES * weights.length + (long) Double.BYTES * sums.length;
  }
}
