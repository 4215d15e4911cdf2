// SPDX-License-Identifier: Apache-2.0
package io.graphember.inference.onnxruntime;

import ai.onnxruntime.OrtEnvironment;
import ai.onnxruntime.OrtException;
import ai.onnxruntime.OrtLoggingLevel;
import io.graphember.inference.engine.SliceEngineProvider;
import io.graphember.inference.exchange.ImportedSlices;
import io.graphember.inference.layerwise.RunnerFactory;
import io.graphember.inference.layerwise.SlicedModel;
import io.graphember.inference.onnx.SliceModels;
import io.graphember.spi.backend.EngineMemory;
import io.graphember.spi.error.GraphemberException;
import io.graphember.spi.error.SpiError;

/**
 * Loads ONNX Runtime; the name in the configuration is {@code onnx}.
 *
 * <p>The first open unpacks about 30 MB of native libraries into the folder for temporary files,
 * from which the engine removes them when the JVM ends. Nothing is downloaded.
 *
 * <p>The engine's own builds report to Microsoft from the moment they are loaded on, and only an
 * environment variable that is set before the JVM starts prevents the first report. So it is not
 * loaded without {@value #NO_TELEMETRY}{@code =1}.
 */
public final class OrtProvider implements SliceEngineProvider {
  /** Name in the configuration. */
  public static final String NAME = "onnx";

  /** Environment variable that must be 1. */
  static final String NO_TELEMETRY = "ORT_DISABLE_TELEMETRY";

  private final String noTelemetry;

  /** For {@link java.util.ServiceLoader}; touches nothing of the engine. */
  public OrtProvider() {
    this(System.getenv(NO_TELEMETRY));
  }

  OrtProvider(String noTelemetry) {
    this.noTelemetry = noTelemetry;
  }

  @Override
  public String name() {
    return NAME;
  }

  @Override
  public boolean ready() {
    return "1".equals(noTelemetry);
  }

  @Override
  public EngineMemory memory() {
    // Its arenas grow by doubling.
    return new EngineMemory(64L << 20, false, true, false, 1.5);
  }

  @Override
  public RunnerFactory open() {
    OrtEnvironment environment = environment();
    return (spec, slice, weights) ->
        new OrtRunner(
            environment, SliceModels.transform(slice, weights), SliceModels.apply(slice, weights));
  }

  @Override
  public SlicedModel open(ImportedSlices slices) {
    OrtEnvironment environment = environment();
    return new SlicedModel(
        slices.slices(),
        false,
        slice ->
            new OrtRunner(
                environment, slices.transform(slice.layer()), slices.apply(slice.layer())));
  }

  private OrtEnvironment environment() {
    if (!ready()) {
      throw new GraphemberException(
          SpiError.ENGINE_UNAVAILABLE,
          ("ONNX Runtime is not loaded with %s = %s: it would report to its maker; start the JVM"
                  + " with %s=1 in its environment, or choose another inference.engine.")
              .formatted(NO_TELEMETRY, noTelemetry, NO_TELEMETRY));
    }
    try {
      OrtEnvironment environment =
          OrtEnvironment.getEnvironment(OrtLoggingLevel.ORT_LOGGING_LEVEL_ERROR, "graphember");
      environment.setTelemetry(false);
      return environment;
    } catch (OrtException | RuntimeException | LinkageError e) {
      throw new GraphemberException(SpiError.ENGINE_UNAVAILABLE, unavailable(e), e);
    }
  }

  private static String unavailable(Throwable failure) {
    Throwable cause = failure;
    while (cause.getCause() != null) {
      cause = cause.getCause();
    }
    return ("ONNX Runtime does not load on %s %s (%s): it needs the jar onnxruntime on the class"
            + " path, and 50 MB in a folder for temporary files from which programs may be loaded.")
        .formatted(System.getProperty("os.name"), System.getProperty("os.arch"), cause);
  }
}
