// SPDX-License-Identifier: Apache-2.0
package io.graphember.training.epoch;

import io.graphember.spi.error.FormatVersion;
import io.graphember.spi.error.GraphemberException;
import io.graphember.tensor.TensorError;
import io.graphember.training.task.Score;
import java.io.BufferedOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The bytes of a {@link TrainingState}.
 *
 * <p>Format version 1, big-endian:
 *
 * <pre>
 * int32    magic       0x47525453 ("GRTS")
 * int32    version     1
 * int64    step
 * int32    parameters  n
 * int32    slots       k of each parameter
 * float64  sum of the loss, of hits and of seeds in the epoch that has begun
 * float64  seconds, seconds waited in it
 * int32    epochs; for each, from the first on:
 *   float64  seconds, seconds waited
 *   float64  loss, hits; int64 vertices       of the training batches, per vertex
 *   float64  loss, quality; int64 vertices    of the validation split
 *   int8     1 if it was the best so far, 0 if not; its learning rate follows from the settings
 * float32[n]      parameters
 * float32[n]      parameters of the best epoch
 * float32[k * n]  slots
 * </pre>
 *
 * <p>Costs a copy of the arrays, in pieces of {@value #PIECE_BYTES} bytes.
 */
public final class TrainingStateFormat {
  private static final int MAGIC = 0x47525453;
  private static final int VERSION = 1;
  private static final int PIECE_BYTES = 1 << 16;

  /** Bytes before the epochs. */
  private static final int HEAD_BYTES = 68;

  /** Bytes of an epoch. */
  private static final int EPOCH_BYTES = 65;

  private TrainingStateFormat() {}

  /**
   * Bytes of a state at most.
   *
   * @param parameters of the model
   * @param slots of each
   * @param epochs most epochs
   */
  public static long bytes(long parameters, int slots, int epochs) {
    return HEAD_BYTES + (long) EPOCH_BYTES * epochs + 4 * (2L + slots) * parameters;
  }

  /** Writes a state; what it is written to stays open. */
  public static void write(TrainingState state, OutputStream to) {
    final int parameters = state.weights().length;
    try {
      DataOutputStream out = new DataOutputStream(new BufferedOutputStream(to, PIECE_BYTES));
      out.writeInt(MAGIC);
      out.writeInt(VERSION);
      out.writeLong(state.step());
      out.writeInt(parameters);
      out.writeInt(parameters == 0 ? 0 : state.slots().length / parameters);
      for (double sum : state.sums()) {
        out.writeDouble(sum);
      }
      out.writeDouble(state.seconds());
      out.writeDouble(state.waitSeconds());
      out.writeInt(state.epochs().size());
      for (EpochReport report : state.epochs()) {
        write(report, out);
      }
      write(state.weights(), out);
      write(state.bestWeights(), out);
      write(state.slots(), out);
      out.flush();
    } catch (IOException e) {
      throw new UncheckedIOException("the store of blocks throws errors of its own", e);
    }
  }

  private static void write(EpochReport report, DataOutputStream out) throws IOException {
    out.writeDouble(report.seconds());
    out.writeDouble(report.waitSeconds());
    write(report.train(), out);
    write(report.valid(), out);
    out.writeByte(report.best() ? 1 : 0);
  }

  private static void write(Score score, DataOutputStream out) throws IOException {
    out.writeDouble(score.loss());
    out.writeDouble(score.quality());
    out.writeLong(score.vertices());
  }

  private static void write(float[] values, DataOutputStream out) throws IOException {
    ByteBuffer piece = ByteBuffer.allocate(PIECE_BYTES);
    for (int from = 0; from < values.length; ) {
      final int count = Math.min(PIECE_BYTES / 4, values.length - from);
      piece.asFloatBuffer().put(values, from, count);
      out.write(piece.array(), 0, 4 * count);
      from += count;
    }
  }

  /**
   * Reads a state.
   *
   * @param parameters that the model has
   * @param slots that its optimizer has of each
   * @throws GraphemberException with code {@link TensorError#CHECKPOINT_CORRUPT}
   */
  public static TrainingState read(InputStream from, int parameters, int slots) {
    try {
      DataInputStream in = new DataInputStream(from);
      require(in.readInt() == MAGIC, "its first bytes are not those of a state");
      final int format = in.readInt();
      require(format == VERSION, FormatVersion.unknown(format, VERSION));
      final long step = in.readLong();
      final boolean fits = in.readInt() == parameters && in.readInt() == slots;
      require(step >= 0 && fits, "it is of another model");
      final double[] sums = {in.readDouble(), in.readDouble(), in.readDouble()};
      final double seconds = in.readDouble();
      final double waitSeconds = in.readDouble();
      final List<EpochReport> epochs = epochs(in, step);
      final float[] weights = floats(in, parameters);
      final float[] bestWeights = floats(in, parameters);
      return new TrainingState(
          step,
          weights,
          floats(in, Math.multiplyExact(slots, parameters)),
          bestWeights,
          sums,
          seconds,
          waitSeconds,
          epochs);
    } catch (EOFException e) {
      throw corrupt("it ends too early", e);
    } catch (IOException e) {
      throw new UncheckedIOException("the store of blocks throws errors of its own", e);
    }
  }

  private static List<EpochReport> epochs(DataInputStream in, long step) throws IOException {
    final int count = in.readInt();
    require(count >= 0 && count <= step, "it has %d epochs in %d steps".formatted(count, step));
    List<EpochReport> epochs = new ArrayList<>();
    for (int epoch = 1; epoch <= count; epoch++) {
      epochs.add(
          new EpochReport(
              epoch,
              in.readDouble(),
              in.readDouble(),
              score(in),
              score(in),
              in.readByte() == 1,
              Float.NaN));
    }
    return epochs;
  }

  private static Score score(DataInputStream in) throws IOException {
    return new Score(in.readDouble(), in.readDouble(), in.readLong());
  }

  private static float[] floats(DataInputStream in, int count) throws IOException {
    float[] values = new float[count];
    ByteBuffer piece = ByteBuffer.allocate(PIECE_BYTES);
    for (int from = 0; from < count; ) {
      final int next = Math.min(PIECE_BYTES / 4, count - from);
      in.readFully(piece.array(), 0, 4 * next);
      piece.asFloatBuffer().get(values, from, next);
      from += next;
    }
    return values;
  }

  private static void require(boolean so, String otherwise) {
    if (!so) {
      throw corrupt(otherwise, null);
    }
  }

  private static GraphemberException corrupt(String what, @Nullable IOException cause) {
    return new GraphemberException(
        TensorError.CHECKPOINT_CORRUPT,
        "The state of a training cannot be read in the checkpoint: %s.".formatted(what),
        cause);
  }
}
