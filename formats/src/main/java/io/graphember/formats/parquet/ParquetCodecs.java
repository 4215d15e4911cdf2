// SPDX-License-Identifier: Apache-2.0
package io.graphember.formats.parquet;

import io.graphember.formats.file.InputFile;
import io.graphember.schema.InputError;
import io.graphember.spi.error.GraphemberException;
import java.io.ByteArrayInputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.util.zip.GZIPInputStream;
import org.apache.parquet.bytes.BytesInput;
import org.apache.parquet.compression.CompressionCodecFactory;
import org.apache.parquet.conf.PlainParquetConfiguration;
import org.apache.parquet.hadoop.CodecFactory;
import org.apache.parquet.hadoop.metadata.CompressionCodecName;

/**
 * Inflates the pages of a Parquet file: gzip with the JDK, for which the library would ask for
 * Hadoop, the others with the library. No page may inflate beyond {@link #MAX_PAGE_BYTES}.
 */
final class ParquetCodecs implements CompressionCodecFactory {
  /** Largest page: 256 MiB; writers make pages of about one. */
  static final int MAX_PAGE_BYTES = 1 << 28;

  private static final int PAGE_BYTES = 1 << 20;

  private final InputFile file;
  private final CodecFactory library =
      new CodecFactory(new PlainParquetConfiguration(), PAGE_BYTES);

  ParquetCodecs(InputFile file) {
    this.file = file;
  }

  @Override
  public BytesInputDecompressor getDecompressor(CompressionCodecName codec) {
    return new Bounded(
        codec == CompressionCodecName.GZIP ? new Gzip() : library.getDecompressor(codec));
  }

  @Override
  public BytesInputCompressor getCompressor(CompressionCodecName codec) {
    throw new UnsupportedOperationException("nothing is written");
  }

  @Override
  public void release() {
    library.release();
  }

  private final class Bounded implements BytesInputDecompressor {
    private final BytesInputDecompressor codec;

    Bounded(BytesInputDecompressor codec) {
      this.codec = codec;
    }

    private void check(int size) {
      if (size < 0 || size > MAX_PAGE_BYTES) {
        throw new GraphemberException(
            InputError.INPUT_ZIP_BOMB,
            "%s: a page would inflate to %d bytes; the limit is %d."
                .formatted(file.name(), size, MAX_PAGE_BYTES));
      }
    }

    @Override
    public BytesInput decompress(BytesInput bytes, int size) throws IOException {
      check(size);
      return codec.decompress(bytes, size);
    }

    @Override
    public void decompress(ByteBuffer in, int stored, ByteBuffer out, int size) throws IOException {
      check(size);
      codec.decompress(in, stored, out, size);
    }

    @Override
    public void release() {
      codec.release();
    }
  }

  private static final class Gzip implements BytesInputDecompressor {
    @Override
    public BytesInput decompress(BytesInput bytes, int size) throws IOException {
      return BytesInput.from(inflate(bytes.toInputStream(), size));
    }

    @Override
    public void decompress(ByteBuffer in, int stored, ByteBuffer out, int size) throws IOException {
      byte[] bytes = new byte[stored];
      in.get(bytes);
      out.put(inflate(new ByteArrayInputStream(bytes), size));
    }

    private static byte[] inflate(InputStream bytes, int size) throws IOException {
      try (GZIPInputStream gzip = new GZIPInputStream(bytes)) {
        byte[] page = gzip.readNBytes(size);
        if (page.length < size) {
          throw new EOFException("a page has " + page.length + " of " + size + " bytes");
        }
        return page;
      }
    }

    @Override
    public void release() {
      // Holds nothing.
    }
  }
}
