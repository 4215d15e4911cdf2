// SPDX-License-Identifier: Apache-2.0
package io.graphember.inference.zarr;

import com.scalableminds.bloscjava.Blosc;
import io.graphember.inference.InferenceError;
import io.graphember.spi.error.GraphemberException;

/**
 * What arrays of Zarr's format version 2 have in common: their metadata, and chunks as one Blosc
 * buffer (blosclz, level 9, byte shuffle).
 */
final class ZarrFormat {
  private static final int LEVEL = 9;

  static final String METADATA = ".zarray";

  private ZarrFormat() {}

  /**
   * Metadata as JSON.
   *
   * @param shape of the array, and {@code chunks} of a chunk: numbers separated by commas
   * @param type as JSON, for example {@code "<f4"}
   * @param fill value behind the last row, as JSON
   * @param filters as JSON
   */
  static String metadata(String shape, String chunks, String type, String fill, String filters) {
    return """
        {
          "zarr_format": 2,
          "shape": [%s],
          "chunks": [%s],
          "dtype": "%s",
          "compressor": {"id": "blosc", "cname": "blosclz", "clevel": %d, "shuffle": 1, "blocksize": 0},
          "fill_value": %s,
          "order": "C",
          "filters": %s
        }
        """
        .formatted(shape, chunks, type, LEVEL, fill, filters);
  }

  static byte[] compress(byte[] bytes, int itemBytes) {
    return Blosc.compress(
        bytes, itemBytes, Blosc.Compressor.BLOSCLZ, LEVEL, Blosc.Shuffle.BYTE_SHUFFLE, 0, 1);
  }

  /** The native library is unpacked when it is first used; a JVM tries that once. */
  static void requireBlosc() {
    try {
      compress(new byte[Float.BYTES], Float.BYTES);
    } catch (LinkageError e) {
      final Throwable why = e.getCause() == null ? e : e.getCause();
      throw new GraphemberException(
          InferenceError.STORE_FAILED,
          "The Blosc library cannot be used: %s; see that there is room for it in %s, and start the node again."
              .formatted(why.getMessage(), System.getProperty("java.io.tmpdir")),
          e);
    }
  }
}
