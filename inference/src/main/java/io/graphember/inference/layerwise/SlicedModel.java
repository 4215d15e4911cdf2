// SPDX-License-Identifier: Apache-2.0
package io.graphember.inference.layerwise;

import io.graphember.inference.slice.Slice;
import io.graphember.inference.slice.SliceRunner;
import java.util.List;
import java.util.function.Function;

/**
 * A model as inference runs it. Any thread.
 *
 * @param slices its layers, layer 0 first; at least one
 * @param selfLoops true if each vertex is among its own neighbours
 * @param runners opens what computes a slice, one for each worker; whoever asked closes it
 */
public record SlicedModel(
    List<Slice> slices, boolean selfLoops, Function<Slice, SliceRunner> runners) {
  /** Vertices that a worker computes at once, at most. */
  public static final int BATCH_ROWS = LayerWorker.BATCH;

  /** Edges that it looks at together, unless one vertex has more. */
  public static final int BATCH_EDGES = LayerWorker.EDGES;

  /** Copies the list. */
  public SlicedModel {
    slices = List.copyOf(slices);
  }
}
