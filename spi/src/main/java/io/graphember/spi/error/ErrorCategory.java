// SPDX-License-Identifier: Apache-2.0
package io.graphember.spi.error;

/** Who can do something about an error; decides the exit code of the command line. */
public enum ErrorCategory {
  /** The input, a setting or a request is wrong: the user mends it and tries again. */
  USER(2),
  /** A node, the network or the cluster's state stood in the way. */
  CLUSTER(3),
  /** The tensor engine is missing or failed. */
  ENGINE(3),
  /** The job does not fit the memory or the limits that the node was given. */
  RESOURCE(3),
  /** The user asked for it to stop. */
  CANCELLED(4),
  /** A bug of ours. */
  BUG(1);

  private final int exitCode;

  ErrorCategory(int exitCode) {
    this.exitCode = exitCode;
  }

  /** Exit code of a process that ends with an error of this category. */
  public int exitCode() {
    return exitCode;
  }
}
