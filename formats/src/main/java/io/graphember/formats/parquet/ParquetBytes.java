// SPDX-License-Identifier: Apache-2.0
package io.graphember.formats.parquet;

import io.graphember.formats.file.InputFile;
import io.graphember.formats.file.InputFolder;
import io.graphember.schema.InputError;
import io.graphember.spi.error.GraphemberException;
import java.io.IOException;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.List;
import org.apache.parquet.ParquetReadOptions;
import org.apache.parquet.column.page.PageReadStore;
import org.apache.parquet.conf.PlainParquetConfiguration;
import org.apache.parquet.hadoop.ParquetFileReader;
import org.apache.parquet.hadoop.metadata.BlockMetaData;
import org.apache.parquet.io.LocalInputFile;
import org.apache.parquet.schema.MessageType;
import org.apache.parquet.schema.Type;

/** An open Parquet file; whatever its library throws of damaged bytes is told as that. */
final class ParquetBytes implements AutoCloseable {
  private final InputFile file;
  private final ParquetFileReader reader;

  private ParquetBytes(InputFile file, ParquetFileReader reader) {
    this.file = file;
    this.reader = reader;
  }

  /** Opens a file and reads its footer. */
  static ParquetBytes open(InputFile file) {
    return guarded(
        file,
        () -> {
          ParquetReadOptions options =
              ParquetReadOptions.builder(new PlainParquetConfiguration())
                  .withCodecFactory(new ParquetCodecs(file))
                  .withAllocator(new ParquetBuffers(Files.size(file.path())))
                  .build();
          return new ParquetBytes(
              file, ParquetFileReader.open(new LocalInputFile(file.path()), options));
        });
  }

  /** Something that reads. */
  @FunctionalInterface
  interface Reading<T> {
    T read() throws IOException;
  }

  /** Runs what reads, and says what is wrong with the file in one way. */
  static <T> T guarded(InputFile file, Reading<T> reading) {
    try {
      return reading.read();
    } catch (GraphemberException e) {
      throw e;
    } catch (NoClassDefFoundError e) {
      throw ParquetFile.absent(e);
    } catch (OutOfMemoryError e) { // the library believes what the head of a page says of its size
      throw new GraphemberException(
          InputError.INPUT_DAMAGED,
          file.name()
              + ": a page promises more bytes than there is memory for; it is damaged, or the heap"
              + " (-Xmx) is too small.",
          e);
    } catch (IOException | RuntimeException | LinkageError e) { // a codec may ask for Hadoop
      try {
        file.requireWhole(Files.size(file.path()));
      } catch (IOException gone) {
        throw InputFolder.unreadable(file.name(), gone);
      }
      throw new GraphemberException(
          InputError.INPUT_DAMAGED,
          file.name()
              + ": this is no Parquet file, or it is damaged or compressed in an unusual way.",
          e);
    }
  }

  MessageType schema() {
    return reader.getFooter().getFileMetaData().getSchema();
  }

  String createdBy() {
    return reader.getFooter().getFileMetaData().getCreatedBy();
  }

  /** Number of rows, as the footer says. */
  long rows() {
    return reader.getRecordCount();
  }

  /** Sizes as stored of the row groups, one after the other. */
  List<Long> groupBytes() {
    return reader.getFooter().getBlocks().stream().map(BlockMetaData::getCompressedSize).toList();
  }

  /** Reads some of the columns alone from here on. */
  MessageType project(int[] columns) {
    List<Type> fields = new ArrayList<>();
    for (int column : columns) {
      fields.add(schema().getType(column));
    }
    MessageType projection = new MessageType(schema().getName(), fields);
    reader.setRequestedSchema(projection);
    return projection;
  }

  /** The next row group, or null. */
  PageReadStore nextGroup() throws IOException {
    return reader.readNextRowGroup();
  }

  @Override
  public void close() {
    try {
      reader.close();
    } catch (IOException e) {
      throw InputFolder.unreadable(file.name(), e);
    }
  }
}
