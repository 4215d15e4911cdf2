// SPDX-License-Identifier: Apache-2.0
package io.graphember.partition.delta;

import io.graphember.graph.id.Vid;
import io.graphember.partition.staging.VertexNumbering;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;

/** Where old vertices are described, by the number of each. Immutable. */
final class SealedPlaces {
  private final List<Optional<Place>> places; // empty for vertices that are new

  /**
   * Where an old vertex is described.
   *
   * @param masters masters of its partition
   * @param index its place among them
   */
  record Place(SealedMasters masters, int index) {
    /** Its id. */
    long vid() {
      return Vid.of(masters.partition(), masters.locals()[index]);
    }

    /** Its local number in a partition; -1 if that has no replica of it. */
    int local(int partition) {
      if (masters.partition() == partition) {
        return masters.locals()[index];
      }
      final SealedMasters.Degrees others = masters.degrees();
      for (int r = others.offsets()[index]; r < others.offsets()[index + 1]; r++) {
        if (others.partitions()[r] == partition) {
          return others.locals()[r];
        }
      }
      return -1;
    }
  }

  /**
   * The places of staged vertices.
   *
   * @param sealed old vertices, as they were staged
   */
  SealedPlaces(VertexNumbering numbering, List<SealedMasters> sealed) {
    places = new ArrayList<>(Collections.nCopies(numbering.vertices(), Optional.empty()));
    final int[] next = new int[numbering.types()];
    for (SealedMasters masters : sealed) {
      int index = 0;
      for (int t = 0; t < next.length; t++) {
        for (int i = 0; i < masters.keys().get(t).size(); i++) {
          places.set(numbering.start(t) + next[t]++, Optional.of(new Place(masters, index++)));
        }
      }
    }
  }

  /** Where a vertex is described; empty for a new one. */
  Optional<Place> of(int vertex) {
    return places.get(vertex);
  }
}
