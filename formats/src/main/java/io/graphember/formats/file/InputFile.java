// SPDX-License-Identifier: Apache-2.0
package io.graphember.formats.file;

import io.graphember.schema.InputError;
import io.graphember.schema.VertexType;
import io.graphember.spi.error.GraphemberException;
import java.nio.file.Path;

/**
 * A file that was found.
 *
 * @param name how messages call it
 * @param path where it is
 * @param bytes its size as stored when it was found
 */
public record InputFile(String name, Path path, long bytes) {
  /**
   * Checks that a file that seems to end is as long as it was.
   *
   * @param now its size
   */
  public void requireWhole(long now) {
    if (now < bytes) {
      throw new GraphemberException(
          InputError.INPUT_SHRANK,
          "%s: the file had %d bytes when it was opened and has %d now; leave it alone while it is read."
              .formatted(name, bytes, now));
    }
  }

  /** What has more features than a row may have. */
  public static GraphemberException tooWide(String place, String who, long columns) {
    return new GraphemberException(
        InputError.INPUT_TOO_MANY_FEATURES,
        "%s: %s has %d features, more than the limit of %d."
            .formatted(place, who, columns, VertexType.MAX_FEATURE_DIM));
  }
}
