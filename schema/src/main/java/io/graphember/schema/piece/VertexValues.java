// SPDX-License-Identifier: Apache-2.0
package io.graphember.schema.piece;

import io.graphember.schema.VertexAttributes;

/** Whole numbers of one vertex on their way into a piece; used again for the next one. */
public final class VertexValues {
  public long time = VertexAttributes.UNKNOWN;
  public long cluster = VertexAttributes.UNKNOWN;
}
