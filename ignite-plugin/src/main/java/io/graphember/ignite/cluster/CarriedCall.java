// SPDX-License-Identifier: Apache-2.0
package io.graphember.ignite.cluster;

import io.graphember.ignite.GraphemberPlugin;
import io.graphember.jobs.NodeError;
import io.graphember.jobs.transport.NodeCall;
import io.graphember.jobs.transport.WaitingCall;
import jakarta.inject.Inject;
import java.io.Externalizable;
import java.io.IOException;
import java.io.ObjectInput;
import java.io.ObjectOutput;
import java.util.Optional;
import java.util.function.Consumer;
import org.apache.ignite.Ignite;
import org.apache.ignite.compute.ComputeJobContext;
import org.apache.ignite.lang.IgniteCallable;
import org.apache.ignite.resources.IgniteInstanceResource;
import org.apache.ignite.resources.JobContextResource;
import org.jspecify.annotations.Nullable;

/** Carries a call to a node, where it is given the parts that it asks for. */
final class CarriedCall<R> implements IgniteCallable<R>, Externalizable {
  private static final long serialVersionUID = 1L;

  @IgniteInstanceResource private transient Ignite ignite;
  @JobContextResource private transient ComputeJobContext context;
  @Inject private transient IgniteCalls calls;

  private NodeCall<R> carried;
  private transient boolean waited;

  /** Of one that comes; {@link #readExternal} follows. */
  @SuppressWarnings("NullAway.Init")
  public CarriedCall() {}

  CarriedCall(NodeCall<R> carried) {
    this.carried = carried;
  }

  /**
   * By itself Ignite would take a hash over all bytes of the call, and once more over those of what
   * it carries, three nanoseconds a byte together.
   */
  @Override
  public void writeExternal(ObjectOutput out) throws IOException {
    out.writeObject(carried);
  }

  @Override
  @SuppressWarnings("unchecked")
  public void readExternal(ObjectInput in) throws IOException, ClassNotFoundException {
    carried = (NodeCall<R>) in.readObject();
  }

  /** Called again by the thread that brings a call whose turn has come; the reply leaves there. */
  @Override
  public @Nullable R call() {
    GraphemberPlugin plugin = ignite.plugin(GraphemberPlugin.NAME);
    plugin.inject(this);
    plugin.inject(carried);
    try {
      return waits() ? null : carried.run();
    } catch (RuntimeException e) {
      NodeError.refuseOutOfMemory(e);
      throw calls.seenByOthers(e);
    } catch (OutOfMemoryError e) {
      NodeError.refuseOutOfMemory(e);
      throw e;
    }
  }

  private boolean waits() {
    if (waited || !(carried instanceof WaitingCall<R> waiting)) {
      return false;
    }
    Optional<Consumer<Runnable>> turn = waiting.arrive();
    waited = true;
    turn.ifPresent(
        queue -> {
          context.holdcc(); // first: its turn may come at once
          queue.accept(context::callcc);
        });
    return turn.isPresent();
  }
}
