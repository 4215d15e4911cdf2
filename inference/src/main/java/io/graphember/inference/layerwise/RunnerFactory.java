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

  /**
   * A model on these runners.
   *
   * @param parameters flat, see {@link ModelSpec#layout()}
   */
  default SlicedModel model(ModelSpec spec, float[] parameters) {
    List<Slice> slices = Slice.of(spec);
    List<SliceWeights> weights =
        slices.stream().map(slice -> new SliceWeights(slice, spec.layout(), parameters)).toList();
    return new SlicedModel(
        slices, spec.kind().selfLoops(), slice -> open(spec, slice, weights.get(slice.layer())));
  }

  /** Opens a runner of one of the model's slices; whoever asked closes it. */
  SliceRunner open(ModelSpec spec, Slice slice, SliceWeights weights);
}
