// SPDX-License-Identifier: Apache-2.0
package io.graphember.formats.numpy;

import io.graphember.schema.source.ReadMeter;
import java.util.List;

/** Feature rows in arrays, a row for each vertex. */
interface FeatureRows {
  /** No features. */
  FeatureRows NONE =
      new FeatureRows() {
        @Override
        public long rows() {
          return 0;
        }

        @Override
        public int dim() {
          return 0;
        }

        @Override
        public List<ArrayFile> files() {
          return List.of();
        }

        @Override
        public Reader open(ReadMeter meter) {
          return new Reader() {
            @Override
            public void next(float[] row) {
              // There is nothing in it.
            }

            @Override
            public void close() {
              // Nothing is open.
            }
          };
        }
      };

  /** Number of rows. */
  long rows();

  /** Floats of a row. */
  int dim();

  /** What is read. */
  List<ArrayFile> files();

  /** Opens the rows. */
  Reader open(ReadMeter meter);

  /** Reads the rows one after the other. */
  interface Reader extends AutoCloseable {
    /** Reads the next row, all of it. */
    void next(float[] row);

    @Override
    void close();
  }
}
