// SPDX-License-Identifier: Apache-2.0
package io.graphember.ignite;

import io.graphember.spi.error.ErrorCategory;
import io.graphember.spi.error.ErrorCode;

/** Errors of a node. */
public enum NodeError implements ErrorCode {
  /** A client speaks another version of the service. */
  PROTOCOL_MISMATCH(ErrorCategory.USER),
  /** A request of a client cannot be read. */
  REQUEST_MALFORMED(ErrorCategory.USER),
  /** A job has left no parameters. */
  MODEL_UNKNOWN(ErrorCategory.USER),
  /** The parameters that a job left are of another shape. */
  MODEL_MISMATCH(ErrorCategory.USER),
  /** No graph of that name is in the cluster. */
  GRAPH_UNKNOWN(ErrorCategory.USER),
  /** No load of that number is on this node. */
  LOAD_UNKNOWN(ErrorCategory.USER),
  /** No job of that number is known. */
  JOB_UNKNOWN(ErrorCategory.USER),
  /** The result of a job that is not done was asked for. */
  JOB_NOT_DONE(ErrorCategory.USER),
  /** The backend's name is not installed. */
  BACKEND_UNKNOWN(ErrorCategory.ENGINE),
  /** Several backends are installed and none was chosen. */
  BACKEND_AMBIGUOUS(ErrorCategory.ENGINE),
  /** No backend is installed. */
  BACKEND_MISSING(ErrorCategory.ENGINE),
  /** A backend was made for another version of the boundary. */
  BACKEND_SPI_VERSION(ErrorCategory.ENGINE),
  /** A node does not own the partition in this placement epoch. */
  NOT_OWNER(ErrorCategory.CLUSTER),
  /** A node that the job needs left the cluster. */
  NODE_LOST(ErrorCategory.CLUSTER),
  /** A call to another node failed. */
  NODE_CALL_FAILED(ErrorCategory.CLUSTER),
  /** No node of the cluster runs trainers. */
  TRAINER_MISSING(ErrorCategory.CLUSTER),
  /** No node of the cluster stores graphs. */
  STORAGE_MISSING(ErrorCategory.CLUSTER),
  /** The node runs as many jobs as it may. */
  NODE_BUSY(ErrorCategory.RESOURCE);

  private final ErrorCategory category;

  NodeError(ErrorCategory category) {
    this.category = category;
  }

  @Override
  public ErrorCategory category() {
    return category;
  }
}
