// SPDX-License-Identifier: Apache-2.0
package io.graphember.formats.csv;

import io.graphember.formats.file.InputFile;
import io.graphember.formats.file.InputFolder;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.SeekableByteChannel;
import java.nio.file.Files;

/**
 * Guesses how many lines a text file has from its first, middle and last 64 KiB. Keys are often
 * sorted, so lines grow or shrink along a file: the stretch with the fewest lines decides, since a
 * load is refused by the guess.
 */
final class LineGuess {
  private static final int STRETCH_BYTES = 1 << 16;
  private static final int STRETCHES = 3;

  private LineGuess() {}

  /** Lines of a file, exact if it fits a stretch; 0 for a compressed one. */
  static long of(InputFile file) {
    ByteBuffer stretch = ByteBuffer.allocate(STRETCH_BYTES);
    final long lastStart = Math.max(0, file.bytes() - STRETCH_BYTES);
    long fewest = Long.MAX_VALUE;
    try (SeekableByteChannel channel = Files.newByteChannel(file.path())) {
      for (int s = 0; s < STRETCHES; s++) {
        fill(channel.position(lastStart / (STRETCHES - 1) * s), stretch);
        if (s == 0 && compressed(stretch)) {
          return 0;
        }
        fewest = Math.min(fewest, lines(stretch, file.bytes()));
      }
    } catch (IOException e) {
      throw InputFolder.unreadable(file.name(), e);
    }
    return fewest;
  }

  private static void fill(SeekableByteChannel channel, ByteBuffer stretch) throws IOException {
    stretch.clear();
    int count = 0;
    while (count >= 0 && stretch.hasRemaining()) {
      count = channel.read(stretch);
    }
    stretch.flip();
  }

  private static boolean compressed(ByteBuffer stretch) {
    return stretch.limit() >= 2 && stretch.get(0) == 0x1F && stretch.get(1) == (byte) 0x8B;
  }

  /** Lines of so many bytes, if all are like those of a stretch. */
  private static long lines(ByteBuffer stretch, long bytes) {
    long lines = 0;
    for (int i = 0; i < stretch.limit(); i++) {
      lines += stretch.get(i) == '\n' ? 1 : 0;
    }
    return lines == 0 ? 0 : Math.round((double) bytes * lines / stretch.limit());
  }
}
