// SPDX-License-Identifier: Apache-2.0
package io.graphember.inference.engine;

import io.graphember.inference.exchange.ImportedSlices;
import io.graphember.inference.layerwise.RunnerFactory;
import io.graphember.inference.layerwise.SlicedModel;
import io.graphember.spi.backend.EngineMemory;

/**
 * Loads an engine that computes slices. Found by {@link java.util.ServiceLoader}; its constructor
 * touches nothing of the engine.
 */
public interface SliceEngineProvider {
  /** Name in the configuration. */
  String name();

  /**
   * True if nothing that is known without loading the engine stands against it; jobs that name no
   * engine use it then. Costs nothing.
   */
  boolean ready();

  /** What the engine takes of native memory beside the values of a model; loads nothing. */
  default EngineMemory memory() {
    return EngineMemory.UNKNOWN;
  }

  /**
   * Loads the engine; once it is loaded that costs nothing.
   *
   * @return opens runners of one thread each
   * @throws io.graphember.spi.error.GraphemberException if it does not load
   */
  RunnerFactory open();

  /**
   * Loads the engine for slices that were made elsewhere.
   *
   * @throws io.graphember.spi.error.GraphemberException if it does not load
   */
  SlicedModel open(ImportedSlices slices);
}
