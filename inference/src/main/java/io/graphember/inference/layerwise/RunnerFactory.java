// SPDX-License-Identifier: Apache-2.0
package io.graphember.inference.layerwise;

import io.graphember.inference.slice.KernelRunner;
import io.graphember.inference.slice.Slice;
import io.graphember.inference.slice.SliceRunner;
import io.graphember.inference.slice.SliceWeights;
import io.graphember.spi.backend.ModelSpec;
import java.util.List;

/** Opens what computes the dense parts of slices, one for each worker. Any thread. */
@FunctionalInterface
public interface RunnerFactory {
  /** The kernels of this JVM. */
  RunnerFactory KERNELS = (spec, slice, weights) -> new KernelRunner(slice, weights);

  /** How the layers of a model are cut for these runners, layer 0 first. */
  default List<Slice> slices(ModelSpec spec) {
    return Slice.of(spec);
  }

  /**
   * A model on these runners.
   *
   * @param parameters flat, see {@link ModelSpec#layout()}
   */
  default SlicedModel model(ModelSpec spec, float[] parameters) {
    List<Slice> slices = slices(spec);
    List<SliceWeights> weights =
        slices.stream().map(slice -> new SliceWeights(slice, spec.layout(), parameters)).toList();
    return new SlicedModel(
        slices, spec.kind().selfLoops(), slice -> open(spec, slice, weights.get(slice.layer())));
  }

  /** Opens a runner of one of {@link #slices}; whoever asked closes it. */
  SliceRunner open(ModelSpec spec, Slice slice, SliceWeights weights);
}
