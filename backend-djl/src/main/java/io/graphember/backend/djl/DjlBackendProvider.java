// SPDX-License-Identifier: Apache-2.0
package io.graphember.backend.djl;

import ai.djl.engine.Engine;
import ai.djl.pytorch.engine.PtEngine;
import ai.djl.pytorch.jni.JniUtils;
import io.graphember.spi.backend.Backend;
import io.graphember.spi.backend.BackendProvider;
import io.graphember.spi.backend.BackendSettings;
import io.graphember.spi.backend.EngineMemory;
import io.graphember.spi.backend.SpiVersion;
import io.graphember.spi.error.GraphemberException;
import io.graphember.spi.error.SpiError;
import java.util.function.Supplier;

/**
 * Loads PyTorch through DJL; the name in the configuration is {@code djl}.
 *
 * <p>The engine is loaded once in a process. Its number of threads is the process's too: the last
 * backend opened decides. The first open unpacks about 450 MB into the cache directory, which takes
 * seconds; later ones take a fraction of a second. Nothing is downloaded and nothing is reported
 * home.
 */
public final class DjlBackendProvider implements BackendProvider {
  /** Name in the configuration. */
  public static final String NAME = "djl";

  private final Supplier<Engine> loader;

  /** For {@link java.util.ServiceLoader}; touches nothing of the engine. */
  public DjlBackendProvider() {
    this(() -> Engine.getEngine(PtEngine.ENGINE_NAME));
  }

  DjlBackendProvider(Supplier<Engine> loader) {
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

  /**
   * Tensors lie on our buffers, and sums over edges read the rows of the sources; blocks are
   * aligned.
   */
  @Override
  public EngineMemory memory() {
    return new EngineMemory(175L << 20, false, false, true, 1.38);
  }

  @Override
  public Backend open(BackendSettings settings) {
    setProperties(settings);
    try {
      Engine engine = loader.get();
      JniUtils.setNumThreads(settings.threads());
      return new DjlBackend(
          "PyTorch %s (DJL %s)".formatted(engine.getVersion(), Engine.getDjlVersion()));
    } catch (RuntimeException | LinkageError e) {
      throw new GraphemberException(SpiError.ENGINE_UNAVAILABLE, unavailable(e), e);
    }
  }

  /** DJL reads these when its classes load, so they are set before any of them is touched. */
  private static void setProperties(BackendSettings settings) {
    System.setProperty("ai.djl.offline", "true");
    System.setProperty("OPT_OUT_TRACKING", "true");
    System.setProperty("ai.djl.pytorch.num_threads", Integer.toString(settings.threads()));
    System.setProperty("ai.djl.pytorch.num_interop_threads", "1");
    System.setProperty("ai.djl.pytorch.graph_optimizer", "false");
    settings
        .cacheDirectory()
        .ifPresent(folder -> System.setProperty("DJL_CACHE_DIR", folder.toString()));
  }

  private static String unavailable(Throwable failure) {
    Throwable cause = failure;
    while (cause.getCause() != null) {
      cause = cause.getCause();
    }
    return ("PyTorch does not load on %s %s (%s): it needs the jars pytorch-native-cpu for this"
            + " platform and pytorch-jni of DJL's version on the class path, and a writable cache"
            + " directory with 500 MB free.")
        .formatted(System.getProperty("os.name"), System.getProperty("os.arch"), cause);
  }
}
