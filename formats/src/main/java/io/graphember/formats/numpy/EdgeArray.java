// SPDX-License-Identifier: Apache-2.0
package io.graphember.formats.numpy;

import io.graphember.schema.source.ReadMeter;
import java.util.List;

/**
 * Edges in one array of integers: of shape 2 x E, first all sources, then all destinations, or of
 * shape E x 2, a row for each edge. An array in Fortran order is one of the other shape in C order.
 */
final class EdgeArray implements EdgeList {
  private final ArrayFile file;
  private final long edges;
  private final boolean apart; // sources and destinations

  EdgeArray(ArrayFile file) {
    this.file = file;
    NpyHeader header = file.header();
    ArrayRules.integers(file, header);
    final long[] shape = header.shape();
    if (shape.length != 2 || (shape[0] != 2 && shape[1] != 2)) {
      throw NpyHeader.unfit(
          file.name(), "its shape is " + header.shapeText() + "; edges must be 2 x E or E x 2");
    }
    final boolean wide = shape[0] == 2;
    edges = wide ? shape[1] : shape[0];
    apart = wide != header.fortran();
  }

  @Override
  public long edges() {
    return edges;
  }

  @Override
  public List<ArrayFile> files() {
    return List.of(file);
  }

  @Override
  public void read(long vertices, Visitor visitor, ReadMeter meter) {
    if (!apart) {
      try (NpyValues values = file.values(meter)) {
        for (long e = 0; e < edges; e++) {
          final long source = ArrayRules.vertex(values, values.nextLong(), vertices);
          visitor.edge(source, ArrayRules.vertex(values, values.nextLong(), vertices));
        }
      }
      return;
    }
    try (NpyValues sources = file.values(meter);
        NpyValues destinations = new NpyValues(file, edges, meter)) {
      for (long e = 0; e < edges; e++) {
        final long source = ArrayRules.vertex(sources, sources.nextLong(), vertices);
        visitor.edge(source, ArrayRules.vertex(destinations, destinations.nextLong(), vertices));
      }
    }
  }
}
