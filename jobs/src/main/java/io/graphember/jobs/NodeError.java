// SPDX-License-Identifier: Apache-2.0
package io.graphember.jobs;

import io.graphember.spi.error.ErrorCategory;
import io.graphember.spi.error.ErrorCode;
import io.graphember.spi.error.GraphemberException;

/** Errors of a node. */
public enum NodeError implements ErrorCode {
  /** A client speaks another version of the service. */
  PROTOCOL_MISMATCH(ErrorCategory.USER),
  /** A request of a client cannot be read. */
  REQUEST_MALFORMED(ErrorCategory.USER),
  /** A job that a node is to run names a source, which nodes do not read. */
  SOURCE_UNREAD(ErrorCategory.USER),
  /** A job of the cluster names a file outside the folders that a node allows. */
  SOURCE_NOT_ALLOWED(ErrorCategory.USER),
  /** A request cannot be taken up, or cancelled, as things are under its name. */
  REQUEST_REFUSED(ErrorCategory.USER),
  /** A job has left no parameters. */
  MODEL_UNKNOWN(ErrorCategory.USER),
  /** The parameters that a job left are of another shape. */
  MODEL_MISMATCH(ErrorCategory.USER),
  /** A jar with the architecture of a model is missing on a node, or is another one. */
  ARCHITECTURE_MISSING(ErrorCategory.USER),
  /** A jar with a policy of batches is missing on a node. */
  POLICY_MISSING(ErrorCategory.USER),
  /** A job has left no embeddings. */
  EMBEDDING_UNKNOWN(ErrorCategory.USER),
  /** No embedding of a vertex with that key was published. */
  VERTEX_NOT_EMBEDDED(ErrorCategory.USER),
  /** Of all published embeddings some were changed and others not. */
  ROWS_PARTLY_CHANGED(ErrorCategory.CLUSTER),
  /** The embeddings that a job left are of other tables, or of a version that is gone. */
  EMBEDDING_MISMATCH(ErrorCategory.USER),
  /** No graph of that name is in the cluster. */
  GRAPH_UNKNOWN(ErrorCategory.USER),
  /** A graph has no version of that number. */
  VERSION_UNKNOWN(ErrorCategory.USER),
  /** Another version became current while vertices and edges were added to one. */
  GRAPH_CHANGED(ErrorCategory.USER),
  /** A graph cannot follow its tables, or cannot be changed since it does. */
  FOLLOW_REFUSED(ErrorCategory.USER),
  /** No load of that number is on this node. */
  LOAD_UNKNOWN(ErrorCategory.USER),
  /** No job of that number is known. */
  JOB_UNKNOWN(ErrorCategory.USER),
  /** No job has left a checkpoint of that number. */
  CHECKPOINT_UNKNOWN(ErrorCategory.USER),
  /** The result of a job that is not done was asked for. */
  JOB_NOT_DONE(ErrorCategory.USER),
  /** A job cannot go on: it runs or is done, or something is not what it began with. */
  RESUME_REFUSED(ErrorCategory.USER),
  /** What was current of a job before cannot be put back: it is not there, or the job publishes. */
  RESTORE_REFUSED(ErrorCategory.USER),
  /** The cluster does not train the model of that job on. */
  RETRAIN_UNKNOWN(ErrorCategory.USER),
  /** The backend's name is not installed. */
  BACKEND_UNKNOWN(ErrorCategory.ENGINE),
  /** Several backends are installed and none was chosen. */
  BACKEND_AMBIGUOUS(ErrorCategory.ENGINE),
  /** No backend is installed. */
  BACKEND_MISSING(ErrorCategory.ENGINE),
  /** A call of an engine does not come back. */
  ENGINE_STALLED(ErrorCategory.ENGINE),
  /** Engines of a node have more threads than a repeatable job allows. */
  ENGINE_THREADS(ErrorCategory.ENGINE),
  /** The engine that is to compute inference is not installed. */
  INFERENCE_ENGINE_MISSING(ErrorCategory.ENGINE),
  /** A backend was made for another version of the boundary. */
  BACKEND_SPI_VERSION(ErrorCategory.ENGINE),
  /** What is stored has a version of its format that the node does not know. */
  FORMAT_UNKNOWN(ErrorCategory.CLUSTER),
  /** A node does not own the partition in this placement epoch. */
  NOT_OWNER(ErrorCategory.CLUSTER),
  /** A job ends on its nodes to go on on others; never seen by users. */
  JOB_MOVING(ErrorCategory.CLUSTER),
  /** A node that the job needs left the cluster. */
  NODE_LOST(ErrorCategory.CLUSTER),
  /** A partition was lost with a node, and no other node could serve it. */
  PARTITION_LOST(ErrorCategory.CLUSTER),
  /** A call to another node failed. */
  NODE_CALL_FAILED(ErrorCategory.CLUSTER),
  /** A message of another node cannot be read. */
  MESSAGE_UNFIT(ErrorCategory.CLUSTER),
  /** No node of the cluster runs trainers. */
  TRAINER_MISSING(ErrorCategory.CLUSTER),
  /** No node of the cluster stores graphs. */
  STORAGE_MISSING(ErrorCategory.CLUSTER),
  /** Less than half of the storage nodes are in the topology, or half of them. */
  NO_MAJORITY(ErrorCategory.CLUSTER),
  /** No node has that consistent id. */
  NODE_UNKNOWN(ErrorCategory.USER),
  /** A node that is in the cluster was to be forgotten. */
  NODE_ALIVE(ErrorCategory.USER),
  /** A node was to be forgotten where Ignite's baseline says which nodes there are. */
  NODE_IN_BASELINE(ErrorCategory.USER),
  /** The data regions of the storage nodes do not take it. */
  REGION_FULL(ErrorCategory.RESOURCE),
  /** The node takes no new work: somebody drains it, or it must be restarted. */
  NODE_DRAINED(ErrorCategory.CLUSTER),
  /** The caller has no permission for that. */
  NOT_PERMITTED(ErrorCategory.USER),
  /** The node runs as many jobs as it may. */
  NODE_BUSY(ErrorCategory.RESOURCE),
  /** The user runs as many jobs in the cluster as he may. */
  USER_BUSY(ErrorCategory.RESOURCE),
  /** As many jobs wait in the cluster as may, or of the user. */
  QUEUE_FULL(ErrorCategory.RESOURCE),
  /** A job has waited for a place as long as it was to. */
  QUEUE_TIME_EXCEEDED(ErrorCategory.RESOURCE),
  /** A job ran longer than it may. */
  JOB_TIME_EXCEEDED(ErrorCategory.RESOURCE),
  /** A node's memory did not suffice. */
  NODE_OUT_OF_MEMORY(ErrorCategory.RESOURCE);

  private final ErrorCategory category;

  NodeError(ErrorCategory category) {
    this.category = category;
  }

  /**
   * Turns an {@link OutOfMemoryError} into an error of ours, without it as a cause: Ignite ends a
   * node when a job fails with one, and the node holds other people's data.
   *
   * @throws GraphemberException with code {@link #NODE_OUT_OF_MEMORY} if that is the cause
   */
  public static void refuseOutOfMemory(Throwable failure) {
    for (Throwable cause = failure; cause != null; cause = cause.getCause()) {
      if (cause instanceof OutOfMemoryError) {
        throw new GraphemberException(
            NODE_OUT_OF_MEMORY,
            ("A node's memory did not suffice (%s): lower training.batchSize, training.fanouts or"
                    + " model.hidden, or give the node more.")
                .formatted(cause.getMessage()));
      }
    }
  }

  @Override
  public ErrorCategory category() {
    return category;
  }
}
