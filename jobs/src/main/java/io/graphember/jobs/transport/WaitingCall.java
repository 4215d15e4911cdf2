// SPDX-License-Identifier: Apache-2.0
package io.graphember.jobs.transport;

import java.util.Optional;
import java.util.function.Consumer;

/**
 * A call that waits for its turn on the node it was sent to, where no thread waits with it.
 *
 * @param <R> what it answers
 */
public abstract class WaitingCall<R> extends NodeCall<R> {
  private static final long serialVersionUID = 1L;

  /**
   * Checks the call when it has come.
   *
   * @return takes what is to be run when its turn has come, at once or later and by any thread: it
   *     ends in {@link #run}; empty if it need not wait
   */
  public abstract Optional<Consumer<Runnable>> arrive();
}
