// SPDX-License-Identifier: Apache-2.0
package io.graphember.inference.zarr;

import com.scalableminds.bloscjava.Blosc;
import io.graphember.inference.InferenceError;
import io.graphember.spi.error.GraphemberException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.Comparator;
import java.util.HexFormat;
import java.util.List;
import java.util.stream.Stream;
import java.util.zip.CRC32C;

/**
 * A matrix of floats in chunks of whole rows: a Zarr array of format version 2 in a folder.
 *
 * <pre>
 * .zarray        metadata: zarr_format 2, shape [rows, columns], chunks [chunkRows, columns], dtype
 *                &lt;f4, order C, fill_value NaN, no filters, compressor blosc (blosclz, level 9, byte shuffle)
 * .zattrs        graphember_run: what wrote the array
 * I.0            chunk I: float32[chunkRows, columns], little-endian, row-major, behind the last row
 *                NaN, as one Blosc buffer
 * I.0.crc32c     CRC-32C of the file I.0, eight hexadecimal digits
 * </pre>
 *
 * <p>A chunk is written beside its place and moved there, so it is there whole or not at all; its
 * checksum is there before it. Safe for use by several threads that write different chunks.
 */
public final class ZarrArray {
  private static final String ATTRIBUTES = ".zattrs";
  private static final String CHECKSUM = ".crc32c";

  private final Path folder;
  private final int rows;
  private final int columns;
  private final int chunkRows;

  private ZarrArray(Path folder, int rows, int columns, int chunkRows) {
    this.folder = folder;
    this.rows = rows;
    this.columns = columns;
    this.chunkRows = chunkRows;
  }

  /**
   * Opens an array: with the chunks that the same run has written before, else empty.
   *
   * @param folder of the array alone; what another run or shape has left in it is deleted
   * @param run names what writes the array: letters, digits, {@code - . _ / :}
   * @param rows number of rows, 0 or more
   * @param columns floats of a row, positive
   * @param chunkRows rows of a chunk, positive
   * @throws GraphemberException with code {@link InferenceError#STORE_FAILED}
   */
  public static ZarrArray open(Path folder, String run, int rows, int columns, int chunkRows) {
    if (!run.matches("[A-Za-z0-9._/:-]*") || columns < 1 || chunkRows < 1) {
      throw new IllegalArgumentException(
          "no such array: run=%s columns=%d chunkRows=%d".formatted(run, columns, chunkRows));
    }
    ZarrFormat.requireBlosc();
    ZarrArray array = new ZarrArray(folder, rows, columns, chunkRows);
    String metadata = array.metadata();
    String attributes = "{\"graphember_run\": \"%s\"}%n".formatted(run);
    try {
      if (!has(folder.resolve(ZarrFormat.METADATA), metadata)
          || !has(folder.resolve(ATTRIBUTES), attributes)) {
        delete(folder);
        Files.createDirectories(folder);
        Files.writeString(folder.resolve(ATTRIBUTES), attributes);
        Files.writeString(folder.resolve(ZarrFormat.METADATA), metadata);
      }
    } catch (IOException e) {
      throw array.failed("could not be made", e);
    }
    return array;
  }

  private static boolean has(Path file, String text) throws IOException {
    return Files.exists(file) && Files.readString(file).equals(text);
  }

  /**
   * Deletes a folder with all that is in it, if it exists. Several processes may delete one at
   * once; none writes into it any more.
   */
  public static void delete(Path folder) throws IOException {
    while (Files.exists(folder)) {
      try (Stream<Path> all = Files.walk(folder)) {
        List<Path> inside = all.sorted(Comparator.reverseOrder()).toList();
        for (Path path : inside) {
          Files.deleteIfExists(path);
        }
      } catch (UncheckedIOException e) { // a folder that another process has deleted meanwhile
        if (!(e.getCause() instanceof NoSuchFileException)) {
          throw e.getCause();
        }
      } catch (NoSuchFileException e) { // the same of the folder itself
        return;
      }
    }
  }

  private String metadata() {
    return ZarrFormat.metadata(
        rows + ", " + columns, chunkRows + ", " + columns, "<f4", "\"NaN\"", "null");
  }

  /** Number of chunks. */
  public int chunks() {
    return (int) ((rows + (long) chunkRows - 1) / chunkRows);
  }

  /** Rows of a chunk that count. */
  public int rows(int chunk) {
    return Math.min(chunkRows, rows - chunk * chunkRows);
  }

  /** Floats of a row. */
  public int columns() {
    return columns;
  }

  /** True if a chunk was written. */
  public boolean has(int chunk) {
    return Files.exists(file(chunk));
  }

  private Path file(int chunk) {
    return folder.resolve(chunk + ".0");
  }

  private Path checksumFile(int chunk) {
    return folder.resolve(chunk + ".0" + CHECKSUM);
  }

  /**
   * Writes a chunk.
   *
   * @param values rows of the chunk that count, one after the other
   * @throws GraphemberException with code {@link InferenceError#STORE_FAILED}, for example of a
   *     full disk
   */
  public void write(int chunk, float[] values) {
    final int count = rows(chunk) * columns;
    ByteBuffer bytes =
        ByteBuffer.allocate(Math.multiplyExact(4 * columns, chunkRows))
            .order(ByteOrder.LITTLE_ENDIAN);
    bytes.asFloatBuffer().put(values, 0, count);
    for (int i = count; i < chunkRows * columns; i++) {
      bytes.putFloat(4 * i, Float.NaN);
    }
    byte[] compressed = ZarrFormat.compress(bytes.array(), Float.BYTES);
    try {
      put(checksumFile(chunk), checksum(compressed).getBytes(StandardCharsets.US_ASCII));
      put(file(chunk), compressed);
    } catch (IOException e) {
      throw failed("chunk %d could not be written".formatted(chunk), e);
    }
  }

  private static void put(Path file, byte[] content) throws IOException {
    Path beside = file.resolveSibling("." + file.getFileName() + ".part");
    try {
      Files.write(beside, content);
      Files.move(beside, file, StandardCopyOption.ATOMIC_MOVE);
    } catch (IOException e) {
      Files.deleteIfExists(beside);
      throw e;
    }
  }

  private static String checksum(byte[] content) {
    CRC32C crc = new CRC32C();
    crc.update(content, 0, content.length);
    return HexFormat.of().toHexDigits((int) crc.getValue());
  }

  /**
   * Reads a chunk.
   *
   * @param values receives the rows that count, one after the other
   * @throws GraphemberException with code {@link InferenceError#CHUNK_CORRUPT} or {@link
   *     InferenceError#STORE_FAILED}
   */
  public void read(int chunk, float[] values) {
    byte[] compressed;
    String expected;
    try {
      compressed = Files.readAllBytes(file(chunk));
      expected = Files.readString(checksumFile(chunk));
    } catch (IOException e) {
      throw failed("chunk %d could not be read".formatted(chunk), e);
    }
    if (!checksum(compressed).equals(expected)) {
      throw new GraphemberException(
          InferenceError.CHUNK_CORRUPT,
          "Chunk %s has the checksum %s, but %s was written: delete the folder and run the job again."
              .formatted(file(chunk), checksum(compressed), expected));
    }
    ByteBuffer.wrap(Blosc.decompress(compressed))
        .order(ByteOrder.LITTLE_ENDIAN)
        .asFloatBuffer()
        .get(values, 0, rows(chunk) * columns);
  }

  private GraphemberException failed(String what, IOException cause) {
    return new GraphemberException(
        InferenceError.STORE_FAILED,
        "The array %s: %s: %s.".formatted(folder, what, cause.toString()),
        cause);
  }
}
