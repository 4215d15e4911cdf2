// SPDX-License-Identifier: Apache-2.0
package io.graphember.inference.zarr;

import static org.assertj.core.api.Assertions.assertThat;

import com.scalableminds.bloscjava.Blosc;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.zip.ZipEntry;
import java.util.zip.ZipFile;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ZarrArchiveTest {
  private static final List<String> TEXTS = List.of("a", "Z\u00fcrich \ud83d\ude80", "line\nbreak");

  @TempDir private Path folder;
  private Path file;

  /** Three rows in chunks of two. */
  @BeforeEach
  void write() throws IOException {
    file = folder.resolve("a.zarr.zip");
    try (ZarrArchive archive = new ZarrArchive(file, 2)) {
      ZarrArchive.Floats rows = archive.floats("rows", 2);
      ZarrArchive.Integers numbers = archive.integers("keys");
      ZarrArchive.Texts texts = archive.texts("texts");
      archive.floats("none", 0);
      for (int i = 0; i < 3; i++) {
        rows.add(new float[] {i / 3f, -i});
        numbers.add(Long.MAX_VALUE - i);
        texts.add(TEXTS.get(i));
      }
    }
  }

  private ByteBuffer chunk(ZipFile zip, String name) throws IOException {
    byte[] stored = zip.getInputStream(zip.getEntry(name)).readAllBytes();
    return ByteBuffer.wrap(Blosc.decompress(stored)).order(ByteOrder.LITTLE_ENDIAN);
  }

  @Test
  void hasWholeChunksOfAllRows() throws IOException {
    try (ZipFile zip = new ZipFile(file.toFile())) {
      assertThat(zip.stream().map(ZipEntry::getName))
          .containsExactlyInAnyOrder(
              ".zgroup",
              "rows/0.0",
              "rows/1.0",
              "rows/.zarray",
              "keys/0",
              "keys/1",
              "keys/.zarray",
              "texts/0",
              "texts/1",
              "texts/.zarray",
              "none/.zarray");
      float[] last = new float[4];
      chunk(zip, "rows/1.0").asFloatBuffer().get(last);
      assertThat(last).containsExactly(2 / 3f, -2, Float.NaN, Float.NaN);
      long[] numbers = new long[2];
      chunk(zip, "keys/1").asLongBuffer().get(numbers);
      assertThat(numbers).containsExactly(Long.MAX_VALUE - 2, 0);
      ByteBuffer texts = chunk(zip, "texts/1");
      assertThat(texts.getInt()).isEqualTo(2);
      byte[] text = new byte[texts.getInt()];
      texts.get(text);
      assertThat(new String(text, StandardCharsets.UTF_8)).isEqualTo(TEXTS.get(2));
      assertThat(texts.getInt()).isZero();
      assertThat(texts.hasRemaining()).isFalse();
      assertThat(
              new String(
                  zip.getInputStream(zip.getEntry("rows/.zarray")).readAllBytes(),
                  StandardCharsets.US_ASCII))
          .contains("\"shape\": [3, 2],\n  \"chunks\": [2, 2],\n  \"dtype\": \"<f4\"");
    }
  }

  @Test
  void theProgramOfThePageReadsIt() throws Exception {
    Python.assumeZarr();
    final String page = Files.readString(Path.of("../docs/user/exporting.md"));
    final String sample = page.replaceAll("(?s).*```python\n(.*?)```.*", "$1");
    final String program =
        "import zarr\n"
            + sample.replace("embeddings.zarr.zip", file.toString())
            + """
            print(rows.shape, rows.dtype, rows.tolist())
            print(keys.tolist(), ascii(group['texts'][:].tolist()))
            print(group['none'].shape)
            """;
    assertThat(Python.said(program))
        .isEqualTo(
            """
            (3, 2) float32 [[0.0, 0.0], [0.3333333432674408, -1.0], [0.6666666865348816, -2.0]]
            [9223372036854775807, 9223372036854775806, 9223372036854775805] ['a', 'Z\\xfcrich \\U0001f680', 'line\\nbreak']
            (0, 0)
            """);
  }
}
