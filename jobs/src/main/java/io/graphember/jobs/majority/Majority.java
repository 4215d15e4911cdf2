// SPDX-License-Identifier: Apache-2.0
package io.graphember.jobs.majority;

import io.graphember.jobs.NodeError;
import io.graphember.spi.error.GraphemberException;
import java.util.function.LongSupplier;

/**
 * The rule that keeps two halves of a cut cluster from both going on: what changes graphs and
 * results needs more than half of the storage nodes, from {@value NodeSet#LEAST} of them on. It
 * sees what Ignite's failure detection sees. Safe for use by several threads.
 */
public final class Majority {
  private final StorageNodes nodes;
  private final LongSupplier topologyVersion;
  private final boolean required;
  private volatile long heldIn = -1; // version of the last topology that was seen to have one

  /**
   * The rule of a node.
   *
   * @param topologyVersion changes when a node joins or leaves
   * @param required false to permit everything everywhere
   */
  public Majority(StorageNodes nodes, LongSupplier topologyVersion, boolean required) {
    this.nodes = nodes;
    this.topologyVersion = topologyVersion;
    this.required = required;
  }

  /** The storage nodes now. */
  public NodeSet nodes() {
    return nodes.now();
  }

  /** False if the configuration has switched the rule off. */
  public boolean isRequired() {
    return required;
  }

  /** What the rule means for the cluster as it is, in words. */
  public String report() {
    final NodeSet now = nodes.now();
    final String meaning;
    if (!required) {
      meaning = "nothing needs a majority of them, requireMajority is false";
    } else if (now.known().size() < NodeSet.LEAST) {
      meaning =
          "nothing needs a majority of so few: when they are cut off from each other all go on";
    } else {
      meaning = "loads, drops and jobs need %d of them".formatted(now.known().size() / 2 + 1);
    }
    return now.figures() + "; " + meaning;
  }

  /**
   * True if what needs a majority may be done. Costs nothing while no node joins or leaves: then a
   * majority that was there still is.
   */
  public boolean holds() {
    if (!required) {
      return true;
    }
    final long version = topologyVersion.getAsLong(); // before the nodes are looked at
    if (version == heldIn) {
      return true;
    }
    final boolean holds = nodes.now().hasMajority();
    heldIn = holds ? version : -1;
    return holds;
  }

  /**
   * Refuses what needs a majority.
   *
   * @param operation for the message, for example {@code "Loading graph cora"}
   * @throws GraphemberException with code {@link NodeError#NO_MAJORITY}
   */
  public void require(String operation) {
    if (required) {
      NodeSet now = nodes.now();
      if (!now.hasMajority()) {
        heldIn = -1;
        throw refusal(operation + " needs", now);
      }
    }
  }

  /**
   * The error that there is no majority.
   *
   * @param needs who needs it, for example {@code "Loading graph cora needs"}
   */
  GraphemberException refusal(String needs, NodeSet now) {
    return new GraphemberException(
        NodeError.NO_MAJORITY,
        "%s more than half of the storage nodes of the cluster: %s; bring them back, or run %s for each that is lost for good."
            .formatted(needs, now.figures(), nodes.remedy()));
  }
}
