// SPDX-License-Identifier: Apache-2.0
package io.graphember.memory;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.graphember.memory.array.LongColumn;
import io.graphember.memory.bytes.BitWriter;
import io.graphember.memory.bytes.ByteWriter;
import io.graphember.spi.CounterRandom;
import java.util.Arrays;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Whole numbers of few bits or bytes come back from wherever they lie. */
class PackedColumnsTest {
  private static final int START = 3;

  private static int[] values(int bits) {
    int[] values = new int[200];
    for (int i = 0; i < values.length; i++) {
      values[i] = (int) (CounterRandom.bits(bits, i) >>> 64 - bits);
    }
    values[7] = 0;
    values[199] = (int) ((1L << bits) - 1);
    return values;
  }

  /** Behind some bytes, in chunks of which each has a few values, with padding behind. */
  private static byte[] written(Consumer<ByteWriter> values) {
    ByteWriter out = new ByteWriter(37, 0);
    out.put(new byte[START]);
    values.accept(out);
    out.put(new byte[PackedInts.PADDING]);
    return out.toBytes();
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 7, 8, 9, 15, 16, 17, 24, 30, 31})
  void columnsThatShareAStretchHoldTheirValues(int bits) {
    int[][] columns = {values(3), values(bits), values(17)};
    int[] widths = {3, bits, 17};
    int length = (int) PackedInts.bytes(200, bits + 20);
    byte[] bytes = written(out -> PackedInts.write(columns, widths, out));
    assertThat(bytes).hasSize(START + length + PackedInts.PADDING);
    PackedInts[] records = PackedInts.records(StoredBytes.of(bytes), START, 200, widths);
    for (int c = 0; c < columns.length; c++) {
      assertThat(records[c].toArray()).isEqualTo(columns[c]);
      assertThat(records[c].width()).isEqualTo(widths[c]);
    }
    long record = records[0].record(199) & (1L << bits + 20) - 1;
    assertThat(record)
        .isEqualTo(
            columns[0][199] | (long) columns[1][199] << 3 | (long) columns[2][199] << bits + 3);
    assertThat(bytes[0]).isZero();
    assertThat(bytes[START + length]).isZero();
    assertThatThrownBy(() -> PackedInts.records(StoredBytes.of(bytes), START, 200, 3, bits, 25))
        .isInstanceOf(IllegalArgumentException.class);
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 7, 8, 9, 15, 16, 17, 24, 30, 31})
  void everyWidthHoldsItsValues(int bits) {
    int[] values = values(bits);
    assertThat(PackedInts.width(values[199])).isEqualTo(bits);
    int length = (int) PackedInts.bytes(values.length, bits);
    byte[] bytes = written(out -> PackedInts.write(new int[][] {values}, new int[] {bits}, out));
    assertThat(bytes).hasSize(START + length + PackedInts.PADDING);
    PackedInts packed = new PackedInts(StoredBytes.of(bytes), START, values.length, bits);
    assertThat(packed.toArray()).isEqualTo(values);
    assertThat(packed.size()).isEqualTo(200);
    assertThat(bytes[0]).isZero();
    assertThat(bytes[START + length]).isZero();

    int width = AlignedInts.width(values[199]);
    assertThat(width).isEqualTo((bits + 7) / 8);
    byte[] wide = written(out -> AlignedInts.write(values, width, out));
    assertThat(wide).hasSize(START + 200 * width + PackedInts.PADDING);
    AlignedInts aligned = new AlignedInts(StoredBytes.of(wide), START, 200, width);
    int[] copy = new int[202];
    aligned.copy(0, 200, copy, 1);
    int[] gathered = new int[200];
    for (int i = 0; i < 200; i++) {
      assertThat(aligned.get(i)).isEqualTo(values[i]);
      assertThat(aligned.valueAt(aligned.position(i), width)).isEqualTo(values[i]);
      assertThat(copy[i + 1]).isEqualTo(values[i]);
      gathered[i] = 199 - i;
    }
    aligned.gather(gathered, gathered.length);
    assertThat(gathered[0]).isEqualTo(values[199]);
    assertThat(gathered[199]).isEqualTo(values[0]);
    int[] first = new int[4];
    int[] second = new int[4];
    aligned.getPairs(new int[] {9, 198, 0, 7}, 1, 3, first, second);
    assertThat(first).containsExactly(0, values[198], values[0], 0);
    assertThat(second).containsExactly(0, values[199], values[1], 0);
    aligned.getDifferences(new int[] {9, 198, 0, 7}, 1, 3, first);
    assertThat(first).containsExactly(0, values[199] - values[198], values[1] - values[0], 0);
    assertThat(wide[START + 200 * width]).isZero();
  }

  /**
   * More searches than go side by side, in stretches of 0 to 99 even numbers, repeats among them.
   */
  @ParameterizedTest
  @ValueSource(ints = {1, 2, 3, 4})
  void valuesAreFoundInStretches(int width) {
    int[] values = new int[100];
    Arrays.setAll(values, i -> i / 3 * 2);
    byte[] bytes = written(out -> AlignedInts.write(values, width, out));
    AlignedInts aligned = new AlignedInts(StoredBytes.of(bytes), START, 100, width);
    int[] wanted = new int[500];
    int[] places = new int[500];
    int[] sizes = new int[500];
    Arrays.setAll(wanted, i -> i % 70);
    Arrays.setAll(places, i -> i % 11);
    Arrays.setAll(sizes, i -> i * 7 % 89);
    int[] froms = places.clone();
    int[] lengths = sizes.clone();
    aligned.find(wanted, places, sizes, 500);
    for (int i = 0; i < 500; i++) {
      int[] stretch = Arrays.copyOfRange(values, froms[i], froms[i] + lengths[i]);
      if (Arrays.binarySearch(stretch, wanted[i]) < 0) {
        assertThat(places[i]).isEqualTo(-1);
      } else {
        assertThat(places[i]).isBetween(froms[i], froms[i] + lengths[i] - 1);
        assertThat(values[places[i]]).isEqualTo(wanted[i]);
      }
    }
  }

  @Test
  void aColumnNeedsRoomAndAWidth() {
    byte[] bytes = new byte[20];
    new PackedInts(StoredBytes.of(bytes), 10, 16, 1);
    new AlignedInts(StoredBytes.of(bytes), 10, 2, 1);
    for (int[] wrong : new int[][] {{10, 17, 1}, {0, 1, 0}, {0, 1, 32}, {-1, 1, 1}, {0, -1, 1}}) {
      assertThatThrownBy(() -> new PackedInts(StoredBytes.of(bytes), wrong[0], wrong[1], wrong[2]))
          .isInstanceOf(IllegalArgumentException.class)
          .hasMessage(
              "no room for %d values of %d bits from byte %d of 20"
                  .formatted(wrong[1], wrong[2], wrong[0]));
    }
    for (int[] wrong :
        new int[][] {{10, 3, 1}, {0, 1, 0}, {0, 1, 5}, {-1, 1, 1}, {0, 1 << 30, 4}}) {
      assertThatThrownBy(() -> new AlignedInts(StoredBytes.of(bytes), wrong[0], wrong[1], wrong[2]))
          .isInstanceOf(IllegalArgumentException.class);
    }
  }

  @Test
  void bitsAreWrittenFromTheLowest() {
    BitWriter out = new BitWriter();
    out.put(0b101, 3);
    out.put(0, 0);
    out.put(0x7FFF_FFFF, 31);
    out.align();
    out.align();
    out.put(1, 1);
    assertThat(out.size()).isEqualTo(5);
    out.align();
    assertThat(out.toBytes()).containsExactly(0xFD, 0xFF, 0xFF, 0xFF, 0x03, 0x01);
    for (int i = 0; i < 5000; i++) {
      out.put(i & 0xFF, 8);
    }
    assertThat(out.toBytes()[5005]).isEqualTo((byte) (4999 & 0xFF));
  }

  @Test
  void longsGrowInChunks() {
    LongColumn column = new LongColumn();
    for (long i = 0; i < 300_000; i++) {
      column.add(i << 33);
    }
    assertThat(column.size()).isEqualTo(300_000);
    for (int i : new int[] {0, 131_071, 131_072, 299_999}) {
      assertThat(column.get(i)).isEqualTo((long) i << 33);
    }
  }
}
