// SPDX-License-Identifier: Apache-2.0
package io.graphember.ignite.transport;

import io.graphember.ignite.GraphemberPlugin;
import io.graphember.ignite.NodeError;
import jakarta.inject.Inject;
import org.apache.ignite.Ignite;
import org.apache.ignite.lang.IgniteCallable;
import org.apache.ignite.resources.IgniteInstanceResource;

/**
 * Work sent to one node, which is given there the parts of that node that it asks for: fields that
 * do not travel, marked {@link Inject}.
 *
 * @param <R> what it answers
 */
public abstract class NodeCall<R> implements IgniteCallable<R> {
  private static final long serialVersionUID = 1L;

  @IgniteInstanceResource private transient Ignite ignite;
  @Inject private transient NodeCalls calls;

  @Override
  public final R call() {
    GraphemberPlugin plugin = ignite.plugin(GraphemberPlugin.NAME);
    plugin.inject(this);
    try {
      return run();
    } catch (RuntimeException e) {
      NodeError.refuseOutOfMemory(e);
      throw calls.seenByOthers(e);
    } catch (OutOfMemoryError e) {
      NodeError.refuseOutOfMemory(e);
      throw e;
    }
  }

  /** Does the work on the node it was sent to. */
  protected abstract R run();
}
