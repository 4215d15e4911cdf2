// SPDX-License-Identifier: Apache-2.0
package io.graphember.jobs.predict;

import io.graphember.inference.predict.ArrayRows;
import io.graphember.inference.predict.GraphReads.MasterVertices;
import java.util.stream.IntStream;

/**
 * Masters as a node describes them to another, see {@link MasterVertices}.
 *
 * @param rows what enters layer 0, one after the other
 * @param dim floats of a row
 */
record DescribedMasters(int[] types, int[] replicaOffsets, int[] replicas, float[] rows, int dim) {
  /** Copies the rows. */
  static DescribedMasters of(MasterVertices masters) {
    final int dim = masters.rows().dim();
    final int[] numbers = masters.rowNumbers();
    final float[] rows = new float[Math.multiplyExact(numbers.length, dim)];
    for (int i = 0; i < numbers.length; i++) {
      masters.rows().read(numbers[i], rows, i * dim);
    }
    return new DescribedMasters(
        masters.types(), masters.replicaOffsets(), masters.replicas(), rows, dim);
  }

  MasterVertices vertices() {
    return new MasterVertices(
        types,
        replicaOffsets,
        replicas,
        new ArrayRows(rows, dim),
        IntStream.range(0, types.length).toArray());
  }
}
