// SPDX-License-Identifier: Apache-2.0
package io.graphember.sampling.batch;

/**
 * One hop as sampled: compressed by destination, destinations first among the sources.
 *
 * @param destinations number of destinations
 * @param sources number of sources, the destinations among them
 * @param offsets int[destinations + 1]; empty if the neighbours are added up already
 * @param neighbors number of the source of each edge
 */
public record SampledHop(int destinations, int sources, int[] offsets, int[] neighbors) {
  /** A hop whose neighbours are added up already: it has no edges. */
  static SampledHop addedUp(int destinations) {
    return new SampledHop(destinations, destinations, new int[0], new int[0]);
  }

  /** True if the neighbours are added up already. */
  boolean isAddedUp() {
    return offsets.length == 0;
  }
}
