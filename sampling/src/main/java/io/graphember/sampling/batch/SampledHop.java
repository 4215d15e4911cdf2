// SPDX-License-Identifier: Apache-2.0
package io.graphember.sampling.batch;

/**
 * One hop as sampled: compressed by destination, destinations first among the sources.
 *
 * @param destinations number of destinations
 * @param sources number of sources, the destinations among them
 * @param offsets int[destinations + 1]; empty if the neighbours are added up already
 * @param neighbors number of the source of each edge
 * @param factors factor of each edge in a weighted sum, which makes up for edges that are not in
 *     the sample; empty for the same one for all edges of a destination: its degree over theirs
 */
public record SampledHop(
    int destinations, int sources, int[] offsets, int[] neighbors, float[] factors) {
  private static final float[] NONE = {};

  /** A hop whose edges are as good as any others of their destination. */
  public SampledHop(int destinations, int sources, int[] offsets, int[] neighbors) {
    this(destinations, sources, offsets, neighbors, NONE);
  }

  /** A hop whose neighbours are added up already: it has no edges. */
  static SampledHop addedUp(int destinations) {
    return new SampledHop(destinations, destinations, new int[0], new int[0]);
  }

  /** True if the neighbours are added up already. */
  boolean isAddedUp() {
    return offsets.length == 0;
  }
}
