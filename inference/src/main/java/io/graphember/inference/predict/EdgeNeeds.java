// SPDX-License-Identifier: Apache-2.0
package io.graphember.inference.predict;

import io.graphember.inference.slice.Slice;
import io.graphember.spi.model.Operator;
import java.util.List;

/**
 * What a model looks at of edges beside their ends.
 *
 * @param types true for their types
 * @param features floats of their features; 0 for none
 */
public record EdgeNeeds(boolean types, int features) {
  /** Of a model. */
  static EdgeNeeds of(List<Slice> slices) {
    return new EdgeNeeds(
        slices.stream()
            .anyMatch(
                slice ->
                    slice.program().usesEdgeTypes() || slice.program().uses(Operator.MEAN_BY_TYPE)),
        slices.stream().mapToInt(slice -> slice.program().edgeFeatures()).max().orElse(0));
  }
}
