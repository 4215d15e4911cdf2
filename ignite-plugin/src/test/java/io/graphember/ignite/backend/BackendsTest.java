// SPDX-License-Identifier: Apache-2.0
package io.graphember.ignite.backend;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.graphember.ignite.GraphemberConfiguration;
import io.graphember.spi.Workers;
import io.graphember.spi.backend.Backend;
import io.graphember.spi.backend.BackendProvider;
import io.graphember.spi.backend.BackendSettings;
import io.graphember.spi.backend.ModelSession;
import io.graphember.spi.backend.ModelSpec;
import io.graphember.spi.backend.SpiVersion;
import java.util.List;
import org.junit.jupiter.api.Test;

class BackendsTest {
  private final Backends backends =
      new Backends(
          new GraphemberConfiguration(), count -> Workers.CALLER, List.of(new IdleProvider()));

  /** Bits depend on the engine's threads, which are those of the job that loaded it. */
  @Test
  void aRepeatableJobIsRefusedOnAnEngineWithOtherThreads() {
    Backend four = backends.open("idle", 4, false);
    assertThat(backends.open("idle", 1, false)).isSameAs(four);
    assertThatThrownBy(() -> backends.open("idle", 1, true))
        .hasMessage(
            "training.engineThreads = 1: an earlier job loaded backend idle with 4 threads on a"
                + " node, which it keeps; restart that node, or set training.repeatable: false.");
  }

  @Test
  void anEngineIsLoadedOnce() {
    assertThat(backends.open("idle", 1, true)).isSameAs(backends.open("idle", 1, true));
  }

  private static final class IdleProvider implements BackendProvider {
    @Override
    public String name() {
      return "idle";
    }

    @Override
    public int spiVersion() {
      return SpiVersion.CURRENT;
    }

    @Override
    public Backend open(BackendSettings settings) {
      return new IdleBackend();
    }
  }

  private static final class IdleBackend implements Backend {
    @Override
    public String name() {
      return "idle";
    }

    @Override
    public String engineVersion() {
      return "none";
    }

    @Override
    public ModelSession open(ModelSpec spec) {
      throw new UnsupportedOperationException();
    }

    @Override
    public void close() {
      // Nothing was loaded.
    }
  }
}
