// SPDX-License-Identifier: Apache-2.0
package io.graphember.inference.engine;

import io.graphember.inference.layerwise.RunnerFactory;
import io.graphember.inference.slice.Slice;
import io.graphember.inference.slice.SliceRunner;
import io.graphember.inference.slice.SliceWeights;
import io.graphember.spi.backend.Backend;
import io.graphember.spi.backend.ModelSpec;
import java.util.List;
import java.util.stream.IntStream;

/**
 * Runners on an engine that trains. Each layer is one program of the engine, which knows no slices:
 * see {@link Slice#whole}.
 */
public final class BackendRunners implements RunnerFactory {
  private final Backend backend;

  /** Runners on a backend, which stays open. */
  public BackendRunners(Backend backend) {
    this.backend = backend;
  }

  @Override
  public List<Slice> slices(ModelSpec spec) {
    spec.requireOperators(backend);
    return IntStream.range(0, spec.layers())
        .mapToObj(k -> Slice.whole(spec.program(k), k))
        .toList();
  }

  @Override
  public SliceRunner open(ModelSpec spec, Slice slice, SliceWeights weights) {
    return new BackendRunner(backend.open(spec.ofLayer(slice.layer())), slice, weights);
  }
}
