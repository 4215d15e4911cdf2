// SPDX-License-Identifier: Apache-2.0
package io.graphember.backend.tf;

import io.graphember.spi.backend.Backend;
import io.graphember.spi.backend.BackendSettings;
import io.graphember.spi.backend.ModelSession;
import io.graphember.spi.backend.ModelSpec;
import org.tensorflow.proto.ConfigProto;
import org.tensorflow.proto.GraphOptions;
import org.tensorflow.proto.RewriterConfig;

/** The loaded engine. It cannot be unloaded: closing only ends the opening of sessions. */
final class TfBackend implements Backend {
  private final String engineVersion;
  private final ConfigProto configuration;
  private volatile boolean closed;

  TfBackend(String engineVersion, BackendSettings settings) {
    this.engineVersion = engineVersion;
    configuration = configuration(settings.threads());
  }

  /**
   * One run is one thread, the caller's, with so many helpers within an operation. The graphs are
   * as small as they can be: rewriting them would cost more time than it saves.
   */
  private static ConfigProto configuration(int threads) {
    return ConfigProto.newBuilder()
        .setIntraOpParallelismThreads(threads)
        .setInterOpParallelismThreads(-1)
        .setGraphOptions(
            GraphOptions.newBuilder()
                .setRewriteOptions(RewriterConfig.newBuilder().setDisableMetaOptimizer(true)))
        .build();
  }

  @Override
  public String name() {
    return TfBackendProvider.NAME;
  }

  @Override
  public String engineVersion() {
    return engineVersion;
  }

  @Override
  public ModelSession open(ModelSpec spec) {
    if (closed) {
      throw new IllegalStateException("the backend is closed");
    }
    return new TfSession(spec, configuration);
  }

  @Override
  public void close() {
    closed = true;
  }
}
