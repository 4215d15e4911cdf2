// SPDX-License-Identifier: Apache-2.0
package io.graphember.tgar;

/** What a step does with the rows of its way forward that its way back looks at. */
public enum Activations {
  /** All of them are kept. */
  KEPT,

  /**
   * Those of some levels are kept, so many that the least memory is needed; the others are computed
   * again, and travel again, before the way back looks at them (Chen and others, "Training deep
   * nets with sublinear memory cost", 2016). A step then takes one way forward more, the results
   * have the same bits, and the memory of a model of many layers grows with the root of their
   * number.
   */
  RECOMPUTED
}
