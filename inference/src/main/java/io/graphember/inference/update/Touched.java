// SPDX-License-Identifier: Apache-2.0
package io.graphember.inference.update;

/**
 * How much of a graph a layer computed anew.
 *
 * @param layer its number
 * @param masters rows that were computed
 * @param edges edges that differences came along; 0 of a layer that does not add up
 * @param sums sums that were taken anew, see {@link RoundingRule}
 */
public record Touched(int layer, long masters, long edges, long sums) {
  /** Of two processes. */
  public Touched plus(Touched other) {
    return new Touched(layer, masters + other.masters, edges + other.edges, sums + other.sums);
  }
}
