// SPDX-License-Identifier: Apache-2.0
package io.graphember.jobs.transport;

import io.graphember.jobs.count.RequestKind;
import jakarta.inject.Inject;
import java.io.Serializable;

/**
 * Work sent to one node, which is given there the parts of that node that it asks for: fields that
 * do not travel, marked {@link Inject}.
 *
 * @param <R> what it answers
 */
public abstract class NodeCall<R> implements Serializable {
  private static final long serialVersionUID = 1L;

  /** Name of what is asked for. */
  public String kind() {
    return getClass().getSimpleName();
  }

  /** What it is counted as. */
  public abstract RequestKind requestKind();

  /** Does the work on the node it was sent to. */
  public abstract R run();
}
