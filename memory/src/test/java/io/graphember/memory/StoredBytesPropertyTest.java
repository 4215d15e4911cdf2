// SPDX-License-Identifier: Apache-2.0
package io.graphember.memory;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.graphember.memory.bytes.ByteWriter;
import io.graphember.spi.CounterRandom;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
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

  /** In segments of 64 bytes, in files and in the heap. */
  private static List<StoredBytes> segmented(byte[] bytes) {
    return List.of(
        new MappedFolder(folder, () -> {}, 16).write(bytes.length, parts(bytes, 100)),
        new HeapBytes.Storage(6, 100).write(bytes.length, parts(bytes, 33)));
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
    for (StoredBytes segmented : segmented(bytes)) {
      assertThat(segmented.length()).isEqualTo(length);
      for (int at = 0; at + 4 <= length; at++) {
        assertThat(segmented.intAt(at)).isEqualTo(heap.intAt(at));
      }
      for (int at = 0; at + 8 <= length; at++) {
        assertThat(segmented.longAt(at)).isEqualTo(heap.longAt(at));
      }
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
    final byte[] aligned = behind(start, out -> AlignedInts.write(sorted, width, out));
    final byte[] packed =
        behind(start, out -> PackedInts.write(new int[][] {sorted}, new int[] {bits}, out));
    final int[] heap = read(StoredBytes.of(aligned), StoredBytes.of(packed), start, sorted, bits);
    assertThat(read(mapped(aligned), mapped(packed), start, sorted, bits)).isEqualTo(heap);
    for (int of = 0; of < 2; of++) {
      assertThat(read(segmented(aligned).get(of), segmented(packed).get(of), start, sorted, bits))
          .isEqualTo(heap);
    }
  }

  private static byte[] behind(int start, Consumer<ByteWriter> column) {
    final ByteWriter out = new ByteWriter(1 << 10, 0);
    out.put(new byte[start]);
    column.accept(out);
    out.put(new byte[PackedInts.PADDING]);
    return out.toBytes();
  }

  /** A column that begins just below 2 GiB, in a file with a hole before it. */
  @Test
  void columnsMayLieAboveTwoGibibytes(@TempDir Path files) throws IOException {
    final int[] sorted = values(200, 20, 5);
    Arrays.sort(sorted);
    final long start = (1L << 31) - 100;
    final Path file = files.resolve("large");
    try (FileChannel channel =
        FileChannel.open(
            file,
            Set.of(
                StandardOpenOption.CREATE_NEW,
                StandardOpenOption.SPARSE,
                StandardOpenOption.READ,
                StandardOpenOption.WRITE))) {
      final long alignedBytes = write(channel, start, out -> AlignedInts.write(sorted, 3, out));
      final long packedStart = start + alignedBytes;
      write(
          channel, packedStart, out -> PackedInts.write(new int[][] {sorted}, new int[] {20}, out));
      final StoredBytes large = MappedFolder.mapped(channel, 30);
      assertThat(large.length()).isEqualTo(channel.size()).isGreaterThan(1L << 31);
      final AlignedInts column = new AlignedInts(large, start, 200, 3);
      assertThat(column.position(100)).isEqualTo(start + 300);
      final int[] copied = new int[200];
      column.copy(0, 200, copied, 0);
      assertThat(copied).isEqualTo(sorted);
      final int[] indices = {0, 33, 199, 34};
      column.gather(indices, 4);
      assertThat(indices).containsExactly(sorted[0], sorted[33], sorted[199], sorted[34]);
      final int[] places = {0};
      column.find(new int[] {sorted[120]}, places, new int[] {200}, 1);
      assertThat(sorted[places[0]]).isEqualTo(sorted[120]);
      assertThat(new PackedInts(large, packedStart, 200, 20).toArray()).isEqualTo(sorted);
    }
    Files.delete(file);
  }

  /** Writes a column with padding behind it; its bytes. */
  private static long write(FileChannel file, long at, Consumer<ByteWriter> column)
      throws IOException {
    final byte[] bytes = behind(0, column);
    file.write(ByteBuffer.wrap(bytes), at);
    return bytes.length;
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
