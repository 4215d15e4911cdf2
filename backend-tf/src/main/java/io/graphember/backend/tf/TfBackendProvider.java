// SPDX-License-Identifier: Apache-2.0
package io.graphember.backend.tf;

import io.graphember.spi.backend.Backend;
import io.graphember.spi.backend.BackendProvider;
import io.graphember.spi.backend.BackendSettings;
import io.graphember.spi.backend.EngineMemory;
import io.graphember.spi.backend.SpiVersion;
import io.graphember.spi.error.GraphemberException;
import io.graphember.spi.error.SpiError;
import java.util.function.Supplier;
import org.tensorflow.TensorFlow;

/**
 * Loads TensorFlow; the name in the configuration is {@code tensorflow}.
 *
 * <p>The engine is loaded once in a process. Its pool of threads is the process's too: the first
 * session of the first backend decides. The first open unpacks about 680 MB into the cache
 * directory, which takes seconds; later ones take a fraction of a second. Nothing is downloaded and
 * nothing is reported home. The engine's notes on the error output end with {@code
 * TF_CPP_MIN_LOG_LEVEL=2} in the environment of the process, which Java cannot set.
 */
public final class TfBackendProvider implements BackendProvider {
  /** Name in the configuration. */
  public static final String NAME = "tensorflow";

  private final Supplier<String> loader;

  /** For {@link java.util.ServiceLoader}; touches nothing of the engine. */
  public TfBackendProvider() {
    this(() -> TensorFlow.version());
  }

  TfBackendProvider(Supplier<String> loader) {
    this.loader = loader;
  }

  @Override
  public String name() {
    return NAME;
  }

  @Override
  public int spiVersion() {
    return SpiVersion.CURRENT;
  }

  /** Tensors are copies, and the rows of all edges are gathered before they are added up. */
  @Override
  public EngineMemory memory() {
    return new EngineMemory(290L << 20, true, true, false, 1.2);
  }

  @Override
  public Backend open(BackendSettings settings) {
    setProperties(settings);
    try {
      return new TfBackend("TensorFlow " + loader.get(), settings);
    } catch (RuntimeException | LinkageError e) {
      throw new GraphemberException(SpiError.ENGINE_UNAVAILABLE, unavailable(e), e);
    }
  }

  /** JavaCPP reads these when its classes load, so they are set before any of them is touched. */
  private static void setProperties(BackendSettings settings) {
    settings
        .cacheDirectory()
        .ifPresent(
            folder -> System.setProperty("org.bytedeco.javacpp.cachedir", folder.toString()));
    // By default it refuses memory when the whole process, with the host's own data outside of the
    // heap, takes more than twice the heap.
    System.setProperty("org.bytedeco.javacpp.maxBytes", "0");
    System.setProperty("org.bytedeco.javacpp.maxPhysicalBytes", "0");
  }

  private static String unavailable(Throwable failure) {
    Throwable cause = failure;
    while (cause.getCause() != null) {
      cause = cause.getCause();
    }
    return ("TensorFlow does not load on %s %s (%s): it needs the jar tensorflow-core-native for"
            + " this platform on the class path, and a writable cache directory with 700 MB free.")
        .formatted(System.getProperty("os.name"), System.getProperty("os.arch"), cause);
  }
}
