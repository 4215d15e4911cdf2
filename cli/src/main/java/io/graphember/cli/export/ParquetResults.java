// SPDX-License-Identifier: Apache-2.0
package io.graphember.cli.export;

import io.graphember.schema.KeyKind;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.apache.hadoop.conf.Configuration;
import org.apache.parquet.conf.ParquetConfiguration;
import org.apache.parquet.conf.PlainParquetConfiguration;
import org.apache.parquet.hadoop.ParquetFileWriter;
import org.apache.parquet.hadoop.ParquetWriter;
import org.apache.parquet.hadoop.api.WriteSupport;
import org.apache.parquet.hadoop.metadata.CompressionCodecName;
import org.apache.parquet.io.LocalOutputFile;
import org.apache.parquet.io.OutputFile;
import org.apache.parquet.io.api.Binary;
import org.apache.parquet.io.api.RecordConsumer;
import org.apache.parquet.schema.LogicalTypeAnnotation;
import org.apache.parquet.schema.MessageType;
import org.apache.parquet.schema.PrimitiveType.PrimitiveTypeName;
import org.apache.parquet.schema.Types;
import org.jspecify.annotations.Nullable;

/**
 * Results as a Parquet file, compressed with Snappy; no column has nulls.
 *
 * <pre>
 * key          INT64, BINARY (STRING), or FIXED_LEN_BYTE_ARRAY(16) (UUID)
 * candidate    one of these      of candidates; of edges both are source and destination
 * label        BINARY (STRING)   of predictions and classes of edges
 * class        INT32             of predictions and classes of edges
 * e0, e1, ...  FLOAT
 * </pre>
 */
final class ParquetResults implements ExportWriter {
  /** What is in memory before it is written; readers take row groups of any size. */
  private static final long ROW_GROUP_BYTES = 16L << 20;

  private final ParquetWriter<ResultRow> out;

  ParquetResults(ResultColumns columns, Path file) throws IOException {
    out =
        new Builder(new LocalOutputFile(file), columns)
            .withConf(new PlainParquetConfiguration())
            .withWriteMode(ParquetFileWriter.Mode.OVERWRITE) // the draft is there, and empty
            .withCompressionCodec(CompressionCodecName.SNAPPY)
            .withRowGroupSize(ROW_GROUP_BYTES)
            // Keys and numbers seldom repeat; a dictionary would be tried in vain.
            .withDictionaryEncoding(false)
            .withDictionaryEncoding(ResultColumns.LABEL, true)
            .build();
  }

  @Override
  public void write(ResultRow row) throws IOException {
    out.write(row);
  }

  @Override
  public void close() throws IOException {
    out.close();
  }

  private static MessageType schema(ResultColumns columns) {
    Types.MessageTypeBuilder schema = Types.buildMessage();
    List<String> keys = columns.kind().keys();
    addKey(schema, columns.keys(), keys.get(0));
    columns.others().ifPresent(others -> addKey(schema, others, keys.get(1)));
    columns.kind().texts().forEach(name -> addKey(schema, KeyKind.STRING, name));
    if (columns.kind().classified()) {
      schema
          .required(PrimitiveTypeName.BINARY)
          .as(LogicalTypeAnnotation.stringType())
          .named(ResultColumns.LABEL);
      schema.required(PrimitiveTypeName.INT32).named(ResultColumns.CLASS);
    }
    for (int column = 0; column < columns.width(); column++) {
      schema.required(PrimitiveTypeName.FLOAT).named(columns.number(column));
    }
    return schema.named(columns.kind().published());
  }

  private static void addKey(Types.MessageTypeBuilder schema, KeyKind keys, String name) {
    switch (keys) {
      case INT64 -> schema.required(PrimitiveTypeName.INT64).named(name);
      case STRING ->
          schema
              .required(PrimitiveTypeName.BINARY)
              .as(LogicalTypeAnnotation.stringType())
              .named(name);
      case UUID ->
          schema
              .required(PrimitiveTypeName.FIXED_LEN_BYTE_ARRAY)
              .length(2 * Long.BYTES)
              .as(LogicalTypeAnnotation.uuidType())
              .named(name);
    }
  }

  private static final class Builder extends ParquetWriter.Builder<ResultRow, Builder> {
    private final ResultColumns columns;

    Builder(OutputFile file, ResultColumns columns) {
      super(file);
      this.columns = columns;
    }

    @Override
    protected Builder self() {
      return this;
    }

    @Override
    @SuppressWarnings("deprecation") // abstract in the library
    protected WriteSupport<ResultRow> getWriteSupport(Configuration ignored) {
      return new Rows(columns);
    }

    @Override
    protected WriteSupport<ResultRow> getWriteSupport(ParquetConfiguration ignored) {
      return new Rows(columns);
    }
  }

  /** Takes rows. */
  private static final class Rows extends WriteSupport<ResultRow> {
    private final ResultColumns columns;
    private final MessageType schema;
    private @Nullable RowWriter to; // once the file is open

    Rows(ResultColumns columns) {
      this.columns = columns;
      this.schema = schema(columns);
    }

    @Override
    @SuppressWarnings("deprecation") // abstract in the library
    public WriteContext init(Configuration ignored) {
      return new WriteContext(schema, Map.of());
    }

    @Override
    public WriteContext init(ParquetConfiguration ignored) {
      return new WriteContext(schema, Map.of());
    }

    @Override
    public void prepareForWrite(RecordConsumer consumer) {
      to = new RowWriter(columns, schema, consumer);
    }

    @Override
    public void write(ResultRow row) {
      if (to == null) {
        throw new IllegalStateException("the file is not open");
      }
      to.write(row);
    }
  }

  /** Writes the columns of rows. */
  private static final class RowWriter {
    private final ResultColumns columns;
    private final MessageType schema;
    private final RecordConsumer out;

    RowWriter(ResultColumns columns, MessageType schema, RecordConsumer out) {
      this.columns = columns;
      this.schema = schema;
      this.out = out;
    }

    void write(ResultRow row) {
      int field = 0;
      out.startMessage();
      begin(field);
      key(row.key());
      end(field++);
      if (columns.kind().paired()) {
        begin(field);
        key(row.other());
        end(field++);
      }
      for (String text : row.texts()) {
        begin(field);
        out.addBinary(Binary.fromString(text));
        end(field++);
      }
      if (columns.kind().classified()) {
        begin(field);
        out.addBinary(Binary.fromString(row.label()));
        end(field++);
        begin(field);
        out.addInteger(row.classIndex());
        end(field++);
      }
      for (float number : row.numbers()) {
        begin(field);
        out.addFloat(number);
        end(field++);
      }
      out.endMessage();
    }

    private void begin(int field) {
      out.startField(schema.getFieldName(field), field);
    }

    private void end(int field) {
      out.endField(schema.getFieldName(field), field);
    }

    private void key(Object key) {
      if (key instanceof Long number) {
        out.addLong(number);
      } else if (key instanceof UUID uuid) {
        ByteBuffer bytes = ByteBuffer.allocate(2 * Long.BYTES);
        bytes.putLong(uuid.getMostSignificantBits()).putLong(uuid.getLeastSignificantBits());
        out.addBinary(Binary.fromConstantByteArray(bytes.array()));
      } else {
        out.addBinary(Binary.fromString((String) key));
      }
    }
  }
}
