// SPDX-License-Identifier: Apache-2.0
package io.graphember.inference.cache;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.graphember.inference.InferenceError;
import io.graphember.memory.RowSlab;
import io.graphember.spi.error.GraphemberException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ChunkCacheTest {
  private static final int ROWS = 10;
  private static final int COLUMNS = 3;
  private static final int CHUNK = 4;
  private static final long TWO_CHUNKS = 2 * 4L * CHUNK * COLUMNS;

  @TempDir private Path folder;

  private StaticCache filled(int partition) {
    StaticCache cache = new StaticCache(folder.resolve("p" + partition), ROWS, COLUMNS, CHUNK);
    float[] rows = new float[ROWS * COLUMNS];
    for (int i = 0; i < rows.length; i++) {
      rows[i] = 1000 * partition + i;
    }
    cache.fill(7, Arrays.copyOfRange(rows, 7 * COLUMNS, rows.length), 3);
    cache.fill(0, rows, 7);
    cache.openAll();
    return cache;
  }

  private static void use(ChunkCache cache, int... chunks) {
    for (int chunk : chunks) {
      cache.release(cache.hold(0, chunk));
    }
  }

  @Test
  void givesTheRowsOfEachPartition() {
    try (StaticCache first = filled(0);
        StaticCache second = filled(1)) {
      ChunkCache cache = new ChunkCache(List.of(first, second), TWO_CHUNKS);
      for (int round = 0; round < 2; round++) {
        for (int p = 0; p < 2; p++) {
          for (int c = 0; c < first.chunks(); c++) {
            ChunkCache.Chunk chunk = cache.hold(p, c);
            assertThat(chunk.values()[2]).isEqualTo(1000 * p + c * CHUNK * COLUMNS + 2);
            cache.release(chunk);
          }
        }
      }
    }
    assertThat(folder).isEmptyDirectory();
  }

  @Test
  void theFirstThatCameMakesRoom() {
    try (StaticCache file = filled(0)) {
      ChunkCache cache = new ChunkCache(List.of(file), TWO_CHUNKS);
      use(cache, 0, 1, 0, 2, 0); // 0 goes for 2
      assertThat(cache.reads()).isEqualTo(5);
      assertThat(cache.hits()).isEqualTo(1);
    }
  }

  @Test
  void aChunkThatIsHeldStays() {
    try (StaticCache file = filled(0)) {
      ChunkCache cache = new ChunkCache(List.of(file), 1);
      ChunkCache.Chunk held = cache.hold(0, 0);
      use(cache, 1, 2, 1);
      assertThat(held.values()[2]).isEqualTo(2);
      cache.release(held);
    }
  }

  @Test
  void readsRowsThatAreInMemoryWhereTheyLie() {
    RowSlab inMemory = new RowSlab(5, COLUMNS);
    for (int row = 0; row < 5; row++) {
      inMemory.write(row, new float[] {row, row, row}, 0);
    }
    Path path = folder.resolve("rows");
    try (StaticCache file = new StaticCache(path, ROWS, COLUMNS, CHUNK, 5, inMemory::read)) {
      final float[] rows = new float[5 * COLUMNS];
      Arrays.fill(rows, 9);
      file.fill(5, rows, 4);
      assertThatThrownBy(file::openAll)
          .isInstanceOf(IllegalStateException.class)
          .hasMessage("9 rows of 10 are in the static cache " + path);
      file.fill(9, rows, 1);
      file.openAll();
      assertThat(path).hasSize(4L * COLUMNS * 5);
      final float[] chunk = new float[CHUNK * COLUMNS];
      file.read(1, chunk);
      assertThat(chunk).containsExactly(4, 4, 4, 9, 9, 9, 9, 9, 9, 9, 9, 9);
      file.read(3, chunk, 0);
      assertThat(chunk).startsWith(3, 3, 3);
    }
  }

  @Test
  void saysThatAFileCannotBe() throws Exception {
    Path taken = Files.writeString(folder.resolve("file"), "x");
    assertThatThrownBy(() -> new StaticCache(taken.resolve("rows"), ROWS, COLUMNS, CHUNK))
        .isInstanceOfSatisfying(
            GraphemberException.class, e -> assertThat(e.is(InferenceError.STORE_FAILED)).isTrue())
        .hasMessageStartingWith("The static cache " + taken.resolve("rows") + " failed: ");
  }
}
