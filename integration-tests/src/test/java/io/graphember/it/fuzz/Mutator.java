// SPDX-License-Identifier: Apache-2.0
package io.graphember.it.fuzz;

import io.graphember.spi.CounterRandom;
import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;

/**
 * Makes wrong inputs of right ones: one to four changes of bytes, ranges and numbers, by seed. The
 * same seed and number give the same input for ever.
 */
final class Mutator {
  /** What parsers trip over. */
  private static final List<byte[]> WORDS =
      List.of(
              "",
              "0",
              "-1",
              "1e999",
              "NaN",
              "Infinity",
              "null",
              "~",
              "true",
              "[]",
              "{}",
              "{",
              "}",
              "[",
              "]",
              ":",
              ": ",
              ", ",
              "#",
              "\"",
              "'",
              "\"\"",
              "\n",
              "\r\n",
              "\t",
              "\0",
              "&a ",
              "*a",
              "!!map ",
              "<<: ",
              "---\n",
              "- ",
              "| ",
              "> ",
              "%",
              "@",
              "`",
              "..",
              "../",
              "/",
              "\\",
              "\\u0000",
              "9223372036854775808",
              "-9223372036854775809",
              "2147483648",
              "65536",
              "1e-400",
              "0x10",
              "1_000",
              "0777",
              ".5",
              "+1",
              "\uFEFF",
              "\uD7FF",
              "\u00e9",
              "\uD83D\uDE00",
              "all",
              "epochs",
              "name",
              "a".repeat(70),
              "9".repeat(400))
          .stream()
          .map(word -> word.getBytes(StandardCharsets.UTF_8))
          .toList();

  private static final int MOST_CHANGES = 4;

  private final long seed;
  private long key;
  private long draws;

  Mutator(long seed) {
    this.seed = seed;
  }

  /** Begins the input of a number. */
  Mutator at(long number) {
    key = CounterRandom.child(seed, number);
    draws = 0;
    return this;
  }

  /** A number from 0 to below a bound, positive. */
  int below(int bound) {
    return CounterRandom.bounded(bits(), bound);
  }

  long bits() {
    return CounterRandom.bits(key, draws++);
  }

  /** A number at an edge, or any. */
  long edge() {
    final long[] edges = {0, 1, -1, 2, 31, 4711, Integer.MAX_VALUE, Long.MIN_VALUE, Long.MAX_VALUE};
    final int which = below(edges.length + 1);
    return which < edges.length ? edges[which] : bits();
  }

  String text(String right) {
    return new String(bytes(right.getBytes(StandardCharsets.UTF_8)), StandardCharsets.UTF_8);
  }

  byte[] bytes(byte[] right) {
    byte[] wrong = right.clone();
    if (below(2) == 0) {
      return gentle(wrong); // gets past the parser more often
    }
    for (int left = 1 + below(MOST_CHANGES); left > 0; left--) {
      wrong = changed(wrong);
    }
    return wrong;
  }

  /** One change that leaves the form as it is. */
  private byte[] gentle(byte[] bytes) {
    final int at = below(bytes.length + 1);
    return switch (below(4)) {
      case 0 -> flipped(bytes, at);
      case 1 -> number(bytes, at);
      default -> word(bytes, at);
    };
  }

  private byte[] changed(byte[] bytes) {
    final int at = below(bytes.length + 1);
    final int length = Math.min(bytes.length - at, 1 + below(16));
    return switch (below(9)) {
      case 0 -> flipped(bytes, at);
      case 1 -> replaced(bytes, at, Math.min(1, length), new byte[] {(byte) bits()});
      case 2 -> replaced(bytes, at, length, new byte[0]);
      case 3 -> Arrays.copyOf(bytes, at);
      case 4 -> replaced(bytes, at, 0, WORDS.get(below(WORDS.size())));
      case 5 -> replaced(bytes, at, length, WORDS.get(below(WORDS.size())));
      case 6 -> replaced(bytes, at, 0, Arrays.copyOfRange(bytes, at, at + length));
      case 7 -> number(bytes, at);
      default -> copied(bytes, at, length);
    };
  }

  private byte[] flipped(byte[] bytes, int at) {
    byte[] changed = bytes.clone();
    if (at < bytes.length) {
      changed[at] ^= (byte) (1 << below(8));
    }
    return changed;
  }

  /** A range goes to another place. */
  private byte[] copied(byte[] bytes, int at, int length) {
    byte[] range = Arrays.copyOfRange(bytes, at, at + length);
    return replaced(bytes, below(bytes.length + 1), 0, range);
  }

  /** The digits around a place, or the four bytes there, become another number. */
  private byte[] number(byte[] bytes, int at) {
    int from = at;
    while (from > 0 && digit(bytes[from - 1])) {
      from--;
    }
    int to = at;
    while (to < bytes.length && digit(bytes[to])) {
      to++;
    }
    if (from < to) {
      return replaced(
          bytes, from, to - from, Long.toString(edge()).getBytes(StandardCharsets.UTF_8));
    }
    byte[] changed = bytes.clone();
    final int value = (int) edge();
    for (int i = 0; i < 4 && at + i < bytes.length; i++) {
      changed[at + i] = (byte) (value >> 8 * i);
    }
    return changed;
  }

  /** The word around a place becomes another word of the input, or one of ours. */
  private byte[] word(byte[] bytes, int at) {
    final int other = below(bytes.length + 1);
    byte[] by =
        below(3) == 0
            ? WORDS.get(below(WORDS.size()))
            : Arrays.copyOfRange(bytes, wordFrom(bytes, other), wordTo(bytes, other));
    final int from = wordFrom(bytes, at);
    return replaced(bytes, from, wordTo(bytes, at) - from, by);
  }

  private static int wordFrom(byte[] bytes, int at) {
    int from = at;
    while (from > 0 && Character.isLetterOrDigit(bytes[from - 1])) {
      from--;
    }
    return from;
  }

  private static int wordTo(byte[] bytes, int at) {
    int to = at;
    while (to < bytes.length && Character.isLetterOrDigit(bytes[to])) {
      to++;
    }
    return to;
  }

  private static boolean digit(byte b) {
    return b >= '0' && b <= '9';
  }

  private static byte[] replaced(byte[] bytes, int at, int length, byte[] by) {
    ByteArrayOutputStream out = new ByteArrayOutputStream(bytes.length + by.length);
    out.write(bytes, 0, at);
    out.writeBytes(by);
    out.write(bytes, at + length, bytes.length - at - length);
    return out.toByteArray();
  }
}
