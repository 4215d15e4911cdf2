// SPDX-License-Identifier: Apache-2.0
package io.graphember.inference.zarr;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.graphember.inference.InferenceError;
import io.graphember.spi.CounterRandom;
import io.graphember.spi.error.GraphemberException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ZarrArrayTest {
  private static final int ROWS = 25;
  private static final int COLUMNS = 6;
  private static final int CHUNK = 10;

  @TempDir private Path folder;

  private static float[] rows(int chunk) {
    float[] rows = new float[CHUNK * COLUMNS];
    for (int i = 0; i < rows.length; i++) {
      rows[i] = CounterRandom.bounded(CounterRandom.bits(chunk, i), 1000) / 8f;
    }
    return rows;
  }

  private ZarrArray write(String run) {
    ZarrArray array = ZarrArray.open(folder.resolve("a"), run, ROWS, COLUMNS, CHUNK);
    for (int c = 0; c < array.chunks(); c++) {
      array.write(c, rows(c));
    }
    return array;
  }

  @Test
  void readsWhatWasWritten() throws Exception {
    ZarrArray array = write("a");
    assertThat(array.chunks()).isEqualTo(3);
    assertThat(array.rows(2)).isEqualTo(5);
    for (int c = 0; c < 3; c++) {
      float[] read = new float[CHUNK * COLUMNS];
      array.read(c, read);
      final int count = array.rows(c) * COLUMNS;
      assertThat(Arrays.copyOf(read, count)).isEqualTo(Arrays.copyOf(rows(c), count));
    }
    try (Stream<Path> files = Files.list(folder.resolve("a"))) {
      assertThat(files.map(file -> file.getFileName().toString()))
          .containsExactlyInAnyOrder(
              ".zarray", ".zattrs", "0.0", "0.0.crc32c", "1.0", "1.0.crc32c", "2.0", "2.0.crc32c");
    }
  }

  @Test
  void keepsTheChunksOfTheSameRunAlone() {
    write("a");
    assertThat(ZarrArray.open(folder.resolve("a"), "a", ROWS, COLUMNS, CHUNK).has(1)).isTrue();
    assertThat(ZarrArray.open(folder.resolve("a"), "b", ROWS, COLUMNS, CHUNK).has(1)).isFalse();
    write("b");
    assertThat(ZarrArray.open(folder.resolve("a"), "b", ROWS, 7, CHUNK).has(1)).isFalse();
  }

  @Test
  void namesAChunkThatIsNotWhatWasWritten() throws Exception {
    ZarrArray array = write("a");
    Path file = folder.resolve("a").resolve("1.0");
    byte[] bytes = Files.readAllBytes(file);
    bytes[bytes.length / 2] ^= 4;
    Files.write(file, bytes);
    assertThatThrownBy(() -> array.read(1, rows(1)))
        .isInstanceOfSatisfying(
            GraphemberException.class, e -> assertThat(e.is(InferenceError.CHUNK_CORRUPT)).isTrue())
        .hasMessageStartingWith("Chunk " + file + " has the checksum ")
        .hasMessageEndingWith(" was written: delete the folder and run the job again.");
    Files.write(file, Arrays.copyOf(bytes, bytes.length / 3));
    assertThatThrownBy(() -> array.read(1, rows(1))).hasMessageContaining("has the checksum");
  }

  @Test
  void saysWhatCannotBeStored() throws Exception {
    Path taken = Files.writeString(folder.resolve("file"), "x");
    assertThatThrownBy(() -> ZarrArray.open(taken.resolve("a"), "a", ROWS, COLUMNS, CHUNK))
        .isInstanceOfSatisfying(
            GraphemberException.class, e -> assertThat(e.is(InferenceError.STORE_FAILED)).isTrue())
        .hasMessageStartingWith("The array " + taken.resolve("a") + ": could not be made: ");
    ZarrArray array = write("a");
    ZarrArray.delete(folder.resolve("a"));
    assertThatThrownBy(() -> array.write(0, rows(0)))
        .hasMessageContaining(": chunk 0 could not be written: ");
    assertThatThrownBy(() -> array.read(0, rows(0)))
        .hasMessageContaining(": chunk 0 could not be read: ");
  }

  @Test
  void zarrOfPythonReadsIt() throws Exception {
    Python.assumeZarr();
    write("a");
    String text =
        Python.said(
            "import zarr; a = zarr.open_array(r'%s', mode='r'); print(a.shape, a.dtype, float(a[24, 5]))"
                .formatted(folder.resolve("a")));
    assertThat(text.strip()).isEqualTo("(25, 6) float32 " + (double) rows(2)[4 * COLUMNS + 5]);
  }
}
