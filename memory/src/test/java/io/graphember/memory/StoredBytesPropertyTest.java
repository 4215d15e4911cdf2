// SPDX-License-Identifier: Apache-2.0
package io.graphember.memory;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.graphember.spi.CounterRandom;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.function.Consumer;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.lifecycle.AfterContainer;
import net.jqwik.api.lifecycle.BeforeContainer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Bytes and columns in mapped files are those of the heap. */
class StoredBytesPropertyTest {
  private static Path folder = Path.of("");

  @BeforeContainer
  static void makeFolder() throws IOException {
    folder = Files.createTempDirectory("stored-bytes");
  }

  @AfterContainer
  static void deleteFolder() throws IOException {
    Files.delete(folder); // files have no names
  }

  private static Consumer<Consumer<ByteBuffer>> parts(byte[] bytes, int each) {
    return sink -> {
      for (int at = 0; at < bytes.length; at += each) {
        sink.accept(ByteBuffer.wrap(bytes, at, Math.min(each, bytes.length - at)));
      }
    };
  }

  private static StoredBytes mapped(byte[] bytes) {
    return new MappedFolder(folder, () -> {}).write(bytes.length, parts(bytes, 100));
  }

  private static int[] values(int count, int bits, long key) {
    final int[] values = new int[count];
    Arrays.setAll(values, i -> (int) (CounterRandom.bits(key, i) >>> 64 - bits));
    return values;
  }

  @Property(tries = 60, seed = "331")
  void numbersAreThoseOfTheHeap(
      @ForAll @IntRange(min = 8, max = 700) int length, @ForAll long key) {
    final byte[] bytes = new byte[length];
    for (int i = 0; i < length; i++) {
      bytes[i] = (byte) CounterRandom.bits(key, i);
    }
    final StoredBytes heap = StoredBytes.of(bytes);
    final StoredBytes mapped = mapped(bytes);
    assertThat(mapped.length()).isEqualTo(heap.length()).isEqualTo(length);
    for (int at = 0; at + 4 <= length; at++) {
      assertThat(mapped.intAt(at)).isEqualTo(heap.intAt(at));
    }
    for (int at = 0; at + 8 <= length; at++) {
      assertThat(mapped.longAt(at)).isEqualTo(heap.longAt(at));
    }
    for (StoredBytes stored : List.of(heap, mapped)) {
      assertThatThrownBy(() -> stored.intAt(length - 3))
          .isInstanceOf(IndexOutOfBoundsException.class);
      assertThatThrownBy(() -> stored.longAt(-1)).isInstanceOf(IndexOutOfBoundsException.class);
    }
  }

  @Property(tries = 60, seed = "332")
  void columnsAreThoseOfTheHeap(
      @ForAll @IntRange(min = 1, max = 31) int bits,
      @ForAll @IntRange(min = 2, max = 300) int count,
      @ForAll @IntRange(max = 9) int start,
      @ForAll long key) {
    final int width = (bits + 7) / 8;
    final int[] sorted = values(count, bits, key);
    Arrays.sort(sorted);
    final byte[] aligned = new byte[start + count * width + PackedInts.PADDING];
    AlignedInts.write(sorted, width, aligned, start);
    final byte[] packed =
        new byte[start + (int) PackedInts.bytes(count, bits) + PackedInts.PADDING];
    PackedInts.write(sorted, bits, packed, start);
    final int[] heap = read(StoredBytes.of(aligned), StoredBytes.of(packed), start, sorted, bits);
    assertThat(read(mapped(aligned), mapped(packed), start, sorted, bits)).isEqualTo(heap);
  }

  /** All that readers of columns give, one after the other. */
  private static int[] read(
      StoredBytes aligned, StoredBytes packed, int start, int[] values, int bits) {
    final int count = values.length;
    final AlignedInts column = new AlignedInts(aligned, start, count, (bits + 7) / 8);
    final int[] copied = new int[count];
    column.copy(0, count, copied, 0);
    assertThat(copied).isEqualTo(values);
    assertThat(new PackedInts(packed, start, count, bits).toArray()).isEqualTo(values);
    final int[] gathered = new int[count];
    Arrays.setAll(gathered, i -> (int) ((7L * i + 3) % count));
    column.gather(gathered, count);
    final int[] indices = new int[count];
    Arrays.setAll(indices, i -> (int) ((5L * i + 1) % (count - 1)));
    final int[] firsts = new int[count];
    final int[] seconds = new int[count];
    column.getPairs(indices, 0, count, firsts, seconds);
    final int[] differences = new int[count];
    column.getDifferences(indices, 0, count, differences);
    final int[] places = new int[count];
    final int[] sizes = new int[count];
    Arrays.fill(sizes, count);
    column.find(copied, places, sizes, count);
    final int[] all = new int[5 * count];
    int part = 0;
    for (int[] each : new int[][] {gathered, firsts, seconds, differences, places}) {
      System.arraycopy(each, 0, all, part++ * count, count);
    }
    return all;
  }

  @Test
  void aWriterGivesWhatItHasPromised(@TempDir Path files) {
    for (ByteStorage storage : List.of(ByteStorage.HEAP, new MappedFolder(files, () -> {}))) {
      assertThat(storage.write(0, sink -> {}).length()).isZero();
      for (int wrong : new int[] {9, 11}) {
        assertThatThrownBy(() -> storage.write(wrong, parts(new byte[10], 4)))
            .isInstanceOf(IllegalStateException.class)
            .hasMessage("10 of %d bytes were written".formatted(wrong));
      }
      assertThatThrownBy(
              () ->
                  storage.write(
                      1,
                      sink -> {
                        throw new UnsupportedOperationException("no bytes");
                      }))
          .hasMessage("no bytes");
    }
    assertThat(ByteStorage.HEAP.heapBytes(1000)).isEqualTo(1000);
    assertThat(files).isEmptyDirectory();
  }
}
