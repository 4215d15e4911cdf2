// SPDX-License-Identifier: Apache-2.0
package io.graphember.client.tensorboard;

import com.google.protobuf.ByteString;
import com.google.protobuf.CodedOutputStream;
import io.graphember.client.api.observe.ValueHistogram;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.zip.CRC32C;

/**
 * A file of events as TensorBoard reads it, whole after every event. A record of it is, in little
 * endian (TFRecord):
 *
 * <pre>
 * int64    length of the event
 * int32    masked CRC-32C of the length: the sum of 0xa282ead8 and of the checksum turned right by
 *          15 bits
 * bytes    the event
 * int32    masked CRC-32C of the event
 * </pre>
 *
 * <p>An event is a protocol buffer of TensorFlow ({@code Event}, {@code Summary}, {@code
 * HistogramProto}); the fields that are written:
 *
 * <pre>
 * Event           1 wall_time, double, seconds since 1970; 2 step, int64;
 *                 3 file_version, string, of the first event; 5 summary, of all others
 * Summary         1 value, once
 * Summary.Value   1 tag, string; 2 simple_value, float, or 5 histo
 * HistogramProto  1 min, 2 max, 3 num, 4 sum, 5 sum_squares, double each;
 *                 6 bucket_limit, upper border of each bucket, 7 bucket, values in it: packed doubles
 * </pre>
 *
 * <p>Used by one thread.
 */
final class EventFile implements AutoCloseable {
  private static final int MASK = 0xa282ead8;

  private final OutputStream out;

  private EventFile(OutputStream out) {
    this.out = out;
  }

  /**
   * Begins a file.
   *
   * @param folder that is there
   * @param millis since 1970, which become part of its name
   * @throws UncheckedIOException if it cannot be written
   */
  static EventFile create(Path folder, long millis) {
    final Path file =
        folder.resolve("events.out.tfevents.%010d.graphember".formatted(millis / 1000));
    try {
      final EventFile events =
          new EventFile(
              Files.newOutputStream(
                  file, StandardOpenOption.CREATE, StandardOpenOption.TRUNCATE_EXISTING));
      events.write(
          message(
              event -> {
                event.writeDouble(1, millis / 1000.0);
                event.writeString(3, "brain.Event:2");
              }));
      return events;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Writes a number. */
  void scalar(String tag, long step, long millis, double value) {
    summary(
        step,
        millis,
        summary -> {
          summary.writeString(1, tag);
          summary.writeFloat(2, (float) value);
        });
  }

  /** Writes how values are distributed. */
  void histogram(String tag, long step, long millis, ValueHistogram of) {
    final ByteString histogram = message(fields -> write(of, fields));
    summary(
        step,
        millis,
        summary -> {
          summary.writeString(1, tag);
          summary.writeBytes(5, histogram);
        });
  }

  private static void write(ValueHistogram of, CodedOutputStream fields) throws IOException {
    final int buckets = of.counts().size();
    fields.writeDouble(1, of.least());
    fields.writeDouble(2, of.largest());
    fields.writeDouble(3, of.counts().stream().mapToLong(count -> count).sum());
    fields.writeDouble(4, of.sum());
    fields.writeDouble(5, of.sumOfSquares());
    final double width = buckets == 0 ? 0 : (of.largest() - of.least()) / buckets;
    fields.writeBytes(
        6,
        message(
            limits -> {
              for (int bucket = 0; bucket < buckets; bucket++) {
                limits.writeDoubleNoTag(
                    bucket == buckets - 1 ? of.largest() : of.least() + (bucket + 1) * width);
              }
            }));
    fields.writeBytes(
        7,
        message(
            counts -> {
              for (long count : of.counts()) {
                counts.writeDoubleNoTag(count);
              }
            }));
  }

  private void summary(long step, long millis, Fields value) {
    final ByteString summary = message(of -> of.writeBytes(1, message(value)));
    write(
        message(
            event -> {
              event.writeDouble(1, millis / 1000.0);
              event.writeInt64(2, step);
              event.writeBytes(5, summary);
            }));
  }

  /** Writes the fields of a message. */
  private interface Fields {
    void write(CodedOutputStream to) throws IOException;
  }

  private static ByteString message(Fields fields) {
    final ByteString.Output bytes = ByteString.newOutput();
    try {
      final CodedOutputStream coded = CodedOutputStream.newInstance(bytes);
      fields.write(coded);
      coded.flush();
    } catch (IOException e) {
      throw new UncheckedIOException("a stream in memory throws nothing", e);
    }
    return bytes.toByteString();
  }

  private void write(ByteString event) {
    final ByteBuffer record =
        ByteBuffer.allocate(Long.BYTES + 2 * Integer.BYTES + event.size())
            .order(ByteOrder.LITTLE_ENDIAN);
    record.putLong(event.size());
    record.putInt(checksum(record.array(), 0, Long.BYTES));
    event.copyTo(record);
    record.putInt(checksum(record.array(), Long.BYTES + Integer.BYTES, event.size()));
    try {
      out.write(record.array());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static int checksum(byte[] bytes, int from, int length) {
    final CRC32C crc = new CRC32C();
    crc.update(bytes, from, length);
    return Integer.rotateRight((int) crc.getValue(), 15) + MASK;
  }

  @Override
  public void close() {
    try {
      out.close();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
