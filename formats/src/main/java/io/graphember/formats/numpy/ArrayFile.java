// SPDX-License-Identifier: Apache-2.0
package io.graphember.formats.numpy;

import io.graphember.schema.source.ReadMeter;
import io.graphember.spi.error.GraphemberException;
import java.io.IOException;
import java.io.InputStream;

/** A NumPy array in a file or in an archive. */
interface ArrayFile {
  /** How messages call it. */
  String name();

  /** Its size, head included. */
  long bytes();

  /** Opens its bytes. */
  InputStream open() throws IOException;

  /** What to tell of a failure to read it. */
  GraphemberException failed(IOException e);

  /** Reads its head. */
  default NpyHeader header() {
    try (InputStream in = open()) {
      return NpyHeader.read(in, name());
    } catch (IOException e) {
      throw failed(e);
    }
  }

  /** Opens its values from the first on. */
  default NpyValues values(ReadMeter meter) {
    return new NpyValues(this, 0, meter);
  }
}
