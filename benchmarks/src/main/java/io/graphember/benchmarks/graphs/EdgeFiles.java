// SPDX-License-Identifier: Apache-2.0
package io.graphember.benchmarks.graphs;

import io.graphember.spi.CounterRandom;
import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * The same random edges in several formats, in the page cache once they are written.
 *
 * @param edges how many
 * @param vertices ends are drawn from {@code 0 .. vertices - 1}
 */
public record EdgeFiles(int edges, int vertices) {
  private static final int BUFFER_BYTES = 1 << 20;
  private static final int HEADER_BYTES = 128;

  private int source(int edge) {
    return CounterRandom.bounded(CounterRandom.bits(1, edge), vertices);
  }

  private int destination(int edge) {
    return CounterRandom.bounded(CounterRandom.bits(2, edge), vertices);
  }

  /** Lines {@code source,destination}. */
  public Path csv(Path file) throws IOException {
    try (OutputStream out = open(file)) {
      for (int e = 0; e < edges; e++) {
        out.write((source(e) + "," + destination(e) + "\n").getBytes(StandardCharsets.US_ASCII));
      }
    }
    return file;
  }

  /** An array of shape [2, edges] of 64-bit integers. */
  public Path npy(Path file) throws IOException {
    String shape = "{'descr': '<i8', 'fortran_order': False, 'shape': (2, %d), }".formatted(edges);
    String padded = shape + " ".repeat(HEADER_BYTES - 11 - shape.length()) + "\n";
    try (OutputStream out = open(file)) {
      out.write(new byte[] {(byte) 0x93, 'N', 'U', 'M', 'P', 'Y', 1, 0});
      out.write(new byte[] {(byte) (HEADER_BYTES - 10), 0});
      out.write(padded.getBytes(StandardCharsets.US_ASCII));
      ByteBuffer value = ByteBuffer.allocate(Long.BYTES).order(ByteOrder.LITTLE_ENDIAN);
      for (int e = 0; e < edges; e++) {
        out.write(value.putLong(0, source(e)).array());
      }
      for (int e = 0; e < edges; e++) {
        out.write(value.putLong(0, destination(e)).array());
      }
    }
    return file;
  }

  private static OutputStream open(Path file) throws IOException {
    return new BufferedOutputStream(Files.newOutputStream(file), BUFFER_BYTES);
  }
}
