// SPDX-License-Identifier: Apache-2.0
package io.graphember.jobs.live;

import io.graphember.inference.layerwise.InferenceShare;
import io.graphember.inference.layerwise.LayerTimes;
import io.graphember.memory.MemoryBudget;

/**
 * One node's share of a layer-wise pass. Stages come at the coordinator's word, one after the
 * other; requests of other nodes meanwhile.
 */
public interface LiveInference extends AutoCloseable {
  /** Answers other nodes. */
  InferenceShare share();

  /** Takes memory, and asks the others for what does not change from layer to layer. */
  void open(MemoryBudget budget);

  /** Keeps what layer 0 reads. */
  void begin();

  /** Brings rows here. */
  void fill(int layer);

  /** Brings sums here. */
  void sum(int layer);

  /** Computes a layer. */
  LayerTimes pass(int layer);

  /** All that was computed is published; what is stored is not needed any more. */
  void complete();

  /** Frees everything; what is stored stays for another attempt unless it is complete. */
  @Override
  void close();
}
