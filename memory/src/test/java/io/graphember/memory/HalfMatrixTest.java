// SPDX-License-Identifier: Apache-2.0
package io.graphember.memory;

import static org.assertj.core.api.Assertions.assertThat;

import io.graphember.kernels.half.HalfRows;
import io.graphember.spi.CounterRandom;
import io.graphember.spi.FeaturePrecision;
import java.nio.FloatBuffer;
import java.nio.file.Path;
import java.util.function.Consumer;
import java.util.stream.IntStream;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/** Rows of 16 bits, wherever they lie, are those of float32 that were rounded before. */
class HalfMatrixTest {
  private static final long KEY = 3;

  @TempDir private Path folder;

  private static float[] row(int row, int dim) {
    final float[] values = new float[dim];
    for (int j = 0; j < dim; j++) {
      values[j] = CounterRandom.bits(KEY, row * 1000L + j) * 0x1p-60f;
    }
    return values;
  }

  private static float[] rounded(FeaturePrecision precision, float[] row) {
    final float[] back = new float[row.length];
    HalfRows.of(precision)
        .ifPresentOrElse(
            format -> {
              final int[] packed = new int[HalfRows.packed(row.length)];
              format.round(row, 0, row.length, packed, 0);
              format.widen(packed, 0, row.length, back, 0);
            },
            () -> System.arraycopy(row, 0, back, 0, row.length));
    return back;
  }

  private static Consumer<RowSink> rows(int rows, int dim) {
    return sink -> {
      for (int i = 0; i < rows; i++) {
        sink.write(i, row(i, dim), 0);
      }
    };
  }

  private static Consumer<RowSink> roundedRows(FeaturePrecision precision, int rows, int dim) {
    return sink -> {
      for (int i = 0; i < rows; i++) {
        sink.write(i, rounded(precision, row(i, dim)), 0);
      }
    };
  }

  private static void assertSame(RowMatrix found, RowMatrix expected) {
    final int dim = expected.dim();
    assertThat(found.dim()).isEqualTo(dim);
    assertThat(found.rows()).isEqualTo(expected.rows());
    final FloatBuffer direct = DirectBuffer.allocate(4 * (dim + 3)).asFloatBuffer();
    for (int row = 0; row < expected.rows(); row++) {
      final float[] wanted = new float[dim + 3];
      final float[] got = new float[dim + 3];
      expected.read(row, wanted, 2);
      found.read(row, got, 2);
      assertThat(got).containsExactly(wanted);
      found.read(row, direct, 2);
      direct.get(0, got);
      assertThat(got).containsExactly(wanted);
    }
    for (int count : expected.rows() == 0 ? new int[0] : new int[] {1, 2, 33, 64, 65, 130}) {
      final int[] names =
          IntStream.range(0, count)
              .map(i -> CounterRandom.bounded(CounterRandom.bits(KEY, i), expected.rows()))
              .toArray();
      final float[] weights = row(count, count);
      for (boolean weighted : new boolean[] {false, true}) {
        final float[] wanted = new float[dim];
        final float[] got = new float[dim];
        expected.sum(names, weighted ? weights : null, 0, count, wanted, 0);
        found.sum(names, weighted ? weights : null, 0, count, got, 0);
        assertThat(got).containsExactly(wanted);
      }
    }
  }

  @ParameterizedTest
  @CsvSource({
    "FLOAT16, 0, 3, 100",
    "FLOAT16, 1, 1, 100",
    "FLOAT16, 100, 7, 64",
    "FLOAT16, 50, 100, 4096",
    "FLOAT16, 5, 2000, 16",
    "BFLOAT16, 100, 7, 64",
    "BFLOAT16, 50, 128, 4096",
    "FLOAT32, 50, 128, 4096"
  })
  void readsAndAddsUpWhatWasRounded(
      FeaturePrecision precision, int rows, int dim, int segmentFloats) {
    final RowMatrix expected = RowStorage.HEAP.fill(rows, dim, roundedRows(precision, rows, dim));
    assertSame(RowStorage.HEAP.fill(precision, rows, dim, rows(rows, dim)), expected);
    assertSame(
        new MappedFolder(folder, () -> {}, segmentFloats)
            .fill(precision, rows, dim, rows(rows, dim)),
        expected);
  }

  /** Of which those behind are rounded, too. */
  @ParameterizedTest
  @EnumSource(FeaturePrecision.class)
  void moreRowsLieBehindThem(FeaturePrecision precision) {
    final int dim = 20;
    final WritableRows expected =
        RowStorage.HEAP.fill(10, dim, roundedRows(precision, 10, dim)).extended(18);
    expected.write(17, rounded(precision, row(17, dim)), 0);
    for (RowStorage storage :
        new RowStorage[] {RowStorage.HEAP, new MappedFolder(folder, () -> {})}) {
      final DenseRows first = storage.fill(precision, 10, dim, rows(10, dim));
      final WritableRows longer = first.extended(16).extended(18);
      longer.allocate();
      longer.write(17, row(17, dim), 0);
      assertSame(longer, expected);
    }
  }

  /** A slab of two segments. */
  @ParameterizedTest
  @EnumSource(value = FeaturePrecision.class, names = "FLOAT32", mode = EnumSource.Mode.EXCLUDE)
  void takesHalfTheMemory(FeaturePrecision precision) {
    final int dim = 128;
    assertThat(RowStorage.slabBytes(precision, 1000, dim))
        .isEqualTo(RowStorage.slabBytes(FeaturePrecision.FLOAT32, 1000, dim) / 2);
    final int many = (int) (RowSlab.SEGMENT_BYTES / 256) + 5;
    final DenseRows rows =
        RowStorage.HEAP.fill(
            precision,
            many,
            dim,
            sink -> {
              sink.write(0, row(0, dim), 0);
              sink.write(many - 1, row(1, dim), 0);
            });
    final float[] read = new float[dim];
    rows.read(many - 1, read, 0);
    assertThat(read).containsExactly(rounded(precision, row(1, dim)));
    rows.read(1, read, 0);
    assertThat(read).containsOnly(0);
    assertThat(rows.extendedBytes(many + 4)).isEqualTo(RowStorage.slabBytes(precision, 4, dim));
  }
}
