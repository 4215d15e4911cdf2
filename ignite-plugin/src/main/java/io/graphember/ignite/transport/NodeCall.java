// SPDX-License-Identifier: Apache-2.0
package io.graphember.ignite.transport;

import io.graphember.ignite.GraphemberPlugin;
import io.graphember.ignite.NodeError;
import io.graphember.ignite.wiring.NodeParts;
import org.apache.ignite.Ignite;
import org.apache.ignite.lang.IgniteCallable;
import org.apache.ignite.resources.IgniteInstanceResource;

/**
 * Work sent to one node, which finds the parts of that node.
 *
 * @param <R> what it answers
 */
public abstract class NodeCall<R> implements IgniteCallable<R> {
  private static final long serialVersionUID = 1L;

  @IgniteInstanceResource private transient Ignite ignite;

  @Override
  public final R call() {
    GraphemberPlugin plugin = ignite.plugin(GraphemberPlugin.NAME);
    NodeParts parts = plugin.parts();
    try {
      return run(parts);
    } catch (RuntimeException e) {
      NodeError.refuseOutOfMemory(e);
      throw parts.calls().seenByOthers(e);
    } catch (OutOfMemoryError e) {
      NodeError.refuseOutOfMemory(e);
      throw e;
    }
  }

  /** Does the work on the node it was sent to. */
  protected abstract R run(NodeParts parts);
}
