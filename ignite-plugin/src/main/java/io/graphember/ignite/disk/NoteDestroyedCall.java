// SPDX-License-Identifier: Apache-2.0
package io.graphember.ignite.disk;

import io.graphember.jobs.count.RequestKind;
import io.graphember.jobs.transport.NodeCall;
import jakarta.inject.Inject;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;

/** Tells a node to note caches that are destroyed after it has answered. */
public final class NoteDestroyedCall extends NodeCall<Integer> {
  private static final long serialVersionUID = 1L;

  private final ArrayList<String> caches; // serializable

  @Inject private transient DestroyedCaches destroyed;

  /**
   * Tells of caches.
   *
   * @param caches their names
   */
  public NoteDestroyedCall(Collection<String> caches) {
    this.caches = new ArrayList<>(caches);
  }

  /** Notes them; answers how many. */
  @Override
  public RequestKind requestKind() {
    return RequestKind.MESSAGES;
  }

  @Override
  public Integer run() {
    destroyed.note(List.copyOf(caches));
    return caches.size();
  }
}
