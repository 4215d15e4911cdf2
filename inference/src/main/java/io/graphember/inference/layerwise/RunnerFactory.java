// SPDX-License-Identifier: Apache-2.0
package io.graphember.inference.layerwise;

import io.graphember.inference.slice.KernelRunner;
import io.graphember.inference.slice.Slice;
import io.graphember.inference.slice.SliceRunner;
import io.graphember.inference.slice.SliceWeights;

/** Opens what computes the dense parts of slices, one for each worker. Any thread. */
@FunctionalInterface
public interface RunnerFactory {
  /** The kernels of this JVM. */
  RunnerFactory KERNELS = KernelRunner::new;

  /** Opens a runner; whoever asked closes it. */
  SliceRunner open(Slice slice, SliceWeights weights);
}
