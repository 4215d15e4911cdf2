// SPDX-License-Identifier: Apache-2.0
package io.graphember.memory;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.graphember.spi.CounterRandom;
import io.graphember.spi.error.GraphemberException;
import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.FloatBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Rows in mapped files are those of the heap, bit by bit. */
class MappedFolderTest {
  private static final long KEY = 7;

  @TempDir Path folder;

  private static Consumer<RowSink> rows(int rows, int dim) {
    return sink -> {
      final float[] row = new float[dim + 1];
      for (int r = 0; r < rows; r++) {
        for (int j = 0; j < dim; j++) {
          row[j + 1] = CounterRandom.bits(KEY, (long) r * dim + j) * 0x1p-63f;
        }
        sink.write(r, row, 1);
      }
    };
  }

  private static float[] read(RowMatrix matrix, int row) {
    final float[] values = new float[matrix.dim() + 1];
    matrix.read(row, values, 1);
    final FloatBuffer direct = DirectBuffer.allocate(4 * values.length).asFloatBuffer();
    matrix.read(row, direct, 1);
    final float[] copied = new float[values.length];
    direct.get(copied);
    assertThat(values[0]).isZero();
    assertThat(copied).containsExactly(values);
    return values;
  }

  private static float[] sum(RowMatrix matrix, int[] names, boolean weighted, int from) {
    final float[] weights = new float[names.length];
    for (int i = 0; i < names.length; i++) {
      weights[i] = 1 + CounterRandom.bits(KEY, i) * 0x1p-64f;
    }
    final float[] sum = new float[matrix.dim() + 2];
    matrix.sum(names, weighted ? weights : null, from, names.length, sum, 1);
    return sum;
  }

  private static void assertSame(RowMatrix mapped, RowMatrix heap) {
    assertThat(mapped.rows()).isEqualTo(heap.rows());
    assertThat(mapped.dim()).isEqualTo(heap.dim());
    for (int row = 0; row < heap.rows(); row++) {
      assertThat(read(mapped, row)).containsExactly(read(heap, row));
    }
    for (int count : heap.rows() == 0 ? new int[0] : new int[] {1, 2, 63, 64, 65, 129, 200}) {
      final int[] names =
          IntStream.range(0, count + 3)
              .map(i -> CounterRandom.bounded(CounterRandom.bits(KEY, i), heap.rows()))
              .toArray();
      for (boolean weighted : new boolean[] {false, true}) {
        assertThat(sum(mapped, names, weighted, 3)).containsExactly(sum(heap, names, weighted, 3));
      }
    }
  }

  /** Rows with and without padding, of one mapping and of many. */
  @ParameterizedTest
  @CsvSource({"0, 3, 100", "1, 1, 100", "100, 7, 64", "50, 100, 4096", "9, 300, 16", "5, 2000, 16"})
  void rowsAreThoseOfTheHeap(int rows, int dim, int segmentFloats) throws IOException {
    final DenseRows mapped =
        new MappedFolder(folder, () -> {}, segmentFloats).fill(rows, dim, rows(rows, dim));
    assertSame(mapped, RowStorage.HEAP.fill(rows, dim, rows(rows, dim)));
    try (Stream<Path> files = Files.list(folder)) {
      assertThat(files).isEmpty(); // a file has no name once it is open
    }
  }

  @Test
  void moreRowsAreStackedBehindThem() {
    final int dim = 20;
    final WritableRows mapped =
        new MappedFolder(folder, () -> {}).fill(10, dim, rows(10, dim)).extended(16).extended(18);
    final WritableRows heap = RowStorage.HEAP.fill(10, dim, rows(10, dim)).extended(18);
    mapped.allocate();
    for (WritableRows target : new WritableRows[] {mapped, heap}) {
      final float[] row = new float[dim];
      Arrays.fill(row, 5);
      target.write(17, row, 0);
    }
    assertSame(mapped, heap);
    assertThat(new MappedFolder(folder, () -> {}).fill(10, dim, rows(10, dim)).extendedBytes(13))
        .isEqualTo(RowSlab.estimateBytes(3, dim));
    assertThat(mapped.extendedBytes(20)).isEqualTo(RowSlab.estimateBytes(10, dim)); // with a copy
  }

  @Test
  void chunksAreKept() {
    final float[] chunk = {1, 2, 3};
    for (RowStorage storage : List.of(new MappedFolder(folder, () -> {}), RowStorage.HEAP)) {
      final float[] read = new float[4];
      storage.keep(chunk).get(1, read, 2, 2);
      assertThat(read).containsExactly(0, 0, 2, 3);
    }
    assertThat(folder).isEmptyDirectory();
  }

  @Test
  void heapIsTakenForNone() {
    assertThat(new MappedFolder(folder, () -> {}).heapBytes(1000)).isZero();
    assertThat(RowStorage.HEAP.heapBytes(1000)).isEqualTo(1000);
  }

  @Test
  void whatIsNotAFolderIsRefused() throws IOException {
    final Path file = Files.writeString(folder.resolve("file"), "");
    assertThatThrownBy(() -> new MappedFolder(file, () -> {}).fill(1 << 20, 16, rows(1, 16)))
        .isInstanceOfSatisfying(
            GraphemberException.class, e -> assertThat(e.is(MemoryError.GRAPH_NOT_MAPPED)).isTrue())
        .hasMessage(
            "64.0 MiB of a graph cannot be written to graphFolder %s: it is not a folder; make room there, or choose another folder in GraphemberConfiguration."
                .formatted(file));
  }

  private static int run(String... command) throws IOException, InterruptedException {
    return new ProcessBuilder(command)
        .redirectErrorStream(true)
        .redirectOutput(ProcessBuilder.Redirect.DISCARD)
        .start()
        .waitFor();
  }

  /** On a disk of 2 MiB. */
  @Test
  void aFullDiskIsAnErrorUnlessRoomIsMade() throws Exception {
    final String disk = folder.toString();
    assumeTrue(
        new File("/bin/mount").canExecute()
            && run("mount", "-t", "tmpfs", "-o", "size=2m", "none", disk) == 0,
        "only an administrator of Linux can make a small disk");
    try {
      final Path other = folder.resolve("other");
      final AtomicInteger calls = new AtomicInteger();
      final MappedFolder mapped = new MappedFolder(folder, calls::incrementAndGet);
      Files.write(other, new byte[1_500_000]);
      assertThatThrownBy(() -> mapped.fill(10_000, 16, rows(10_000, 16)))
          .isInstanceOfSatisfying(
              GraphemberException.class,
              e -> assertThat(e.is(MemoryError.GRAPH_NOT_MAPPED)).isTrue())
          .hasMessageMatching(
              "0\\.6 MiB of a graph cannot be written to graphFolder %s: 0\\.\\d of 2\\.0 MiB are left there, and a twentieth stays free; make room there, or choose another folder in GraphemberConfiguration\\."
                  .formatted(folder));
      assertThat(calls).hasValue(1);
      assertThat(folder).isDirectoryNotContaining(file -> !file.equals(other));
      final MappedFolder roomy =
          new MappedFolder(
              folder,
              () -> {
                try {
                  Files.delete(other);
                } catch (IOException e) {
                  throw new UncheckedIOException(e);
                }
              });
      assertSame(
          roomy.fill(10_000, 16, rows(10_000, 16)),
          RowStorage.HEAP.fill(10_000, 16, rows(10_000, 16)));
    } finally {
      assertThat(run("umount", "-l", disk)).isZero();
    }
  }

  @Test
  void everyRowIsWrittenOnceInOrder() {
    final MappedFolder mapped = new MappedFolder(folder, () -> {});
    assertThatThrownBy(() -> mapped.fill(3, 4, rows(2, 4))).hasMessage("2 of 3 rows were written");
    assertThatThrownBy(() -> mapped.fill(3, 4, sink -> sink.write(1, new float[4], 0)))
        .hasMessage("row 1 came after 0 rows");
    assertThat(folder).isEmptyDirectory();
  }
}
