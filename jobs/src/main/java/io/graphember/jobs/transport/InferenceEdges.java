// SPDX-License-Identifier: Apache-2.0
package io.graphember.jobs.transport;

import io.graphember.inference.lists.InEdges;
import java.io.Externalizable;
import java.io.IOException;
import java.io.ObjectInput;
import java.io.ObjectOutput;

/**
 * In-edges of some vertices on their way between nodes of one version; see {@link InEdges}.
 *
 * <p>Fields: offsets ({@code int[]}), sources ({@code long[]}), in-degrees ({@code int[]} or null),
 * types ({@code int[]} or null), features ({@code float[]} or null), each as an object.
 */
public final class InferenceEdges implements Externalizable {
  private static final long serialVersionUID = 1L;

  private InEdges edges;

  /** For the marshaller. */
  public InferenceEdges() {
    this(new InEdges(new int[1], new long[0], null, null, null));
  }

  InferenceEdges(InEdges edges) {
    this.edges = edges;
  }

  InEdges edges() {
    return edges;
  }

  @Override
  public void writeExternal(ObjectOutput out) throws IOException {
    out.writeObject(edges.offsets());
    out.writeObject(edges.sources());
    out.writeObject(edges.inDegrees());
    out.writeObject(edges.types());
    out.writeObject(edges.features());
  }

  @Override
  public void readExternal(ObjectInput in) throws IOException, ClassNotFoundException {
    edges =
        new InEdges(
            (int[]) in.readObject(),
            (long[]) in.readObject(),
            (int[]) in.readObject(),
            (int[]) in.readObject(),
            (float[]) in.readObject());
  }
}
