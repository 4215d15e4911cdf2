// SPDX-License-Identifier: Apache-2.0
package io.graphember.inference.onnxruntime;

import ai.onnxruntime.OnnxTensor;
import ai.onnxruntime.OrtEnvironment;
import ai.onnxruntime.OrtException;
import ai.onnxruntime.OrtSession;
import io.graphember.inference.onnx.StageModel;
import io.graphember.inference.slice.SliceBatch;
import io.graphember.spi.error.GraphemberException;
import io.graphember.spi.error.SpiError;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * One model of a slice in a session. Rows are copied from the batch into direct buffers without
 * padding, which the session reads and writes in place. Used by one thread.
 */
final class OrtStage implements AutoCloseable {
  private final OrtSession session;
  private final List<PortBuffer> inputs;
  private final List<PortBuffer> outputs;

  OrtStage(OrtEnvironment environment, StageModel model) {
    try (OrtSession.SessionOptions options = new OrtSession.SessionOptions()) {
      // Sums over edges add to one row from several places: with several threads that is a race.
      options.setIntraOpNumThreads(1);
      options.setInterOpNumThreads(1);
      session = environment.createSession(model.bytes(), options);
    } catch (OrtException e) {
      throw failed("load a slice", e);
    }
    inputs =
        model.signature().inputs().stream().map(port -> new PortBuffer(environment, port)).toList();
    outputs =
        model.signature().outputs().stream()
            .map(port -> new PortBuffer(environment, port))
            .toList();
  }

  /** Computes the outputs of a batch of its inputs. */
  void run(SliceBatch batch) {
    Map<String, OnnxTensor> given = new HashMap<>();
    Map<String, OnnxTensor> taken = new HashMap<>();
    try {
      for (PortBuffer input : inputs) {
        input.fill(batch);
        given.put(input.name(), input.tensor());
      }
      for (PortBuffer output : outputs) {
        output.prepare(batch);
        taken.put(output.name(), output.tensor());
      }
      session.run(given, taken).close();
      for (PortBuffer output : outputs) {
        output.read(batch);
      }
    } catch (OrtException e) {
      throw failed("compute a slice", e);
    } finally {
      given.values().forEach(OnnxTensor::close);
      taken.values().forEach(OnnxTensor::close);
    }
  }

  private static GraphemberException failed(String what, OrtException e) {
    return new GraphemberException(
        SpiError.ENGINE_OPERATION_FAILED,
        "ONNX Runtime did not %s: %s.".formatted(what, e.getMessage()),
        e);
  }

  @Override
  public void close() {
    try {
      session.close();
    } catch (OrtException e) {
      throw failed("close a slice", e);
    }
  }
}
