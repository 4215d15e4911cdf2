// SPDX-License-Identifier: Apache-2.0
package io.graphember.partition.base;

/** Numbers of vertices of the version that is added to, within their types. */
@FunctionalInterface
public interface VertexNumbers {
  /** Number of a vertex of a type by its id. */
  int number(int type, long vid);
}
