// SPDX-License-Identifier: Apache-2.0
package io.graphember.spi.backend;

import java.util.List;

/**
 * A sampled mini-batch: one block a layer and what enters layer 0.
 *
 * <p>The destinations of block {@code k} are the sources of block {@code k + 1}; the destinations
 * of the last block are the seeds.
 *
 * @param blocks one for each layer, layer 0 first
 * @param input rows of layer 0
 * @param dropoutKey key of the batch's dropout masks, see {@link Dropout}; used in training only
 */
public record MiniBatch(List<Block> blocks, BatchInput input, long dropoutKey) {
  /** Checks that the blocks fit together. */
  public MiniBatch {
    blocks = List.copyOf(blocks);
    if (blocks.isEmpty()) {
      throw new IllegalArgumentException("a batch has at least one block");
    }
    for (int k = 1; k < blocks.size(); k++) {
      int destinations = blocks.get(k - 1).destinations();
      int sources = blocks.get(k).sources();
      if (destinations != sources) {
        throw new IllegalArgumentException(
            "block %d has %d destinations, but block %d has %d sources"
                .formatted(k - 1, destinations, k, sources));
      }
    }
  }

  /** Number of seeds: destinations of the last block. */
  public int seeds() {
    return blocks.get(blocks.size() - 1).destinations();
  }
}
