// SPDX-License-Identifier: Apache-2.0
package io.graphember.memory.bytes;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.graphember.spi.CounterRandom;
import java.nio.BufferUnderflowException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import org.junit.jupiter.api.Test;

/** Numbers in chunks of any size are those of one buffer. */
class ByteChunksPropertyTest {
  private static final int KINDS = 8;

  @Property(tries = 200, seed = "341")
  void numbersComeBackAcrossChunks(
      @ForAll @IntRange(min = 9, max = 70) int chunkBytes,
      @ForAll @IntRange(max = 8) int headBytes,
      @ForAll @IntRange(max = 120) int count,
      @ForAll long key) {
    final ByteWriter out = new ByteWriter(chunkBytes, headBytes);
    final ByteBuffer expected = ByteBuffer.allocate(4000).order(ByteOrder.LITTLE_ENDIAN);
    for (int i = 0; i < count; i++) {
      write(CounterRandom.bits(key, i), (int) (CounterRandom.bits(~key, i) >>> 61), out, expected);
    }
    final byte[] whole = new byte[expected.position()];
    expected.flip().get(whole);
    assertThat(out.size()).isEqualTo(whole.length);
    assertThat(out.toBytes()).isEqualTo(whole);
    final List<byte[]> chunks = out.chunks();
    for (int c = 0; c + 1 < chunks.size(); c++) {
      assertThat(chunks.get(c)).hasSize(chunkBytes);
    }
    assertThat(Arrays.copyOf(chunks.get(0), headBytes)).isEqualTo(new byte[headBytes]);
    read(chunks, headBytes, count, key);
  }

  private static void write(long value, int kind, ByteWriter out, ByteBuffer expected) {
    switch (kind) {
      case 0 -> {
        out.put((byte) value);
        expected.put((byte) value);
      }
      case 1 -> {
        out.putInt((int) value);
        expected.putInt((int) value);
      }
      case 2 -> {
        out.putLong(value);
        expected.putLong(value);
      }
      case 3 -> {
        final int three = (int) (value >>> 40);
        out.put(three, 3);
        expected.put((byte) three).put((byte) (three >>> 8)).put((byte) (three >>> 16));
      }
      case 4 -> {
        final byte[] some = new byte[(int) (value >>> 59)];
        Arrays.fill(some, (byte) value);
        out.put(some);
        expected.put(some);
      }
      case 5 -> {
        out.put(new int[] {(int) value, 7});
        expected.putInt((int) value).putInt(7);
      }
      case 6 -> {
        out.put(new long[] {value});
        expected.putLong(value);
      }
      default -> {
        out.put(new float[] {(float) value, -0.0f});
        expected.putFloat((float) value).putFloat(-0.0f);
      }
    }
    assertThat(kind).isLessThan(KINDS);
  }

  private static void read(List<byte[]> chunks, int headBytes, int count, long key) {
    final List<ByteBuffer> parts = new ArrayList<>();
    chunks.forEach(chunk -> parts.add(ByteBuffer.wrap(chunk)));
    parts.get(0).position(headBytes);
    final ByteReader in = new ByteReader(parts);
    for (int i = 0; i < count; i++) {
      final long value = CounterRandom.bits(key, i);
      switch ((int) (CounterRandom.bits(~key, i) >>> 61)) {
        case 0 -> assertThat(in.get()).isEqualTo((byte) value);
        case 1 -> assertThat(in.getInt()).isEqualTo((int) value);
        case 2 -> assertThat(in.getLong()).isEqualTo(value);
        case 3 -> {
          final byte[] three = new byte[3];
          in.get(three);
          assertThat(three[2]).isEqualTo((byte) (value >>> 56));
        }
        case 4 -> {
          final byte[] some = new byte[(int) (value >>> 59) + 1];
          in.get(some, 1, some.length - 1);
          assertThat(some[some.length - 1]).isEqualTo(some.length == 1 ? 0 : (byte) value);
        }
        case 5 -> {
          final int[] two = new int[2];
          in.get(two);
          assertThat(two).containsExactly((int) value, 7);
        }
        case 6 -> {
          final long[] one = new long[1];
          in.get(one);
          assertThat(one).containsExactly(value);
        }
        default -> {
          final float[] two = new float[2];
          in.get(two);
          assertThat(two).containsExactly((float) value, -0.0f);
        }
      }
    }
    assertThat(in.remaining()).isZero();
    assertThatThrownBy(in::get).isInstanceOf(BufferUnderflowException.class);
  }

  /** As many bytes as there are, however they lie. */
  @Test
  void nothingIsReadBehindTheEnd() {
    for (int length = 0; length < 8; length++) {
      final ByteReader in = ByteReader.of(new byte[length]);
      assertThatThrownBy(in::getLong).isInstanceOf(BufferUnderflowException.class);
      final byte[] more = new byte[length + 1];
      assertThatThrownBy(() -> in.get(more)).isInstanceOf(BufferUnderflowException.class);
      assertThat(in.remaining()).isEqualTo(length);
      assertThat(in.toBytes()).hasSize(length);
    }
  }

  /** A chunk that is just full is the last one. */
  @Test
  void noChunkIsEmptyButTheFirst() {
    final ByteWriter out = new ByteWriter(16, 4);
    assertThat(out.chunks()).hasSize(1);
    out.put(new byte[12]);
    assertThat(out.chunks()).hasSize(1);
    out.put((byte) 1);
    assertThat(out.chunks()).hasSize(2);
    assertThat(out.size()).isEqualTo(13);
  }
}
