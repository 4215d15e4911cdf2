// SPDX-License-Identifier: Apache-2.0
package io.graphember.jobs.backend;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.graphember.spi.Workers;
import io.graphember.spi.backend.Backend;
import io.graphember.spi.backend.BackendProvider;
import io.graphember.spi.backend.BackendSettings;
import io.graphember.spi.backend.ModelSession;
import io.graphember.spi.backend.ModelSpec;
import io.graphember.spi.backend.SpiVersion;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class BackendsTest {
  private final IdleProvider provider = new IdleProvider();

  private Backends backends(int engineThreads) {
    return new Backends(
        new EngineSettings(Optional.empty(), engineThreads, Optional.empty()),
        count -> Workers.CALLER,
        List.of(provider));
  }

  /** Bits depend on the engine's threads. */
  @Test
  void aRepeatableJobIsRefusedOnANodeWhoseEnginesHaveSeveralThreads() {
    backends(1).requireRepeatable();
    assertThatThrownBy(() -> backends(2).requireRepeatable())
        .hasMessage(
            "training.repeatable = true: a node that would run the job has engineThreads = 2 in its"
                + " GraphemberConfiguration, and bits repeat with 1; set engineThreads to 1, or"
                + " training.repeatable to false.");
  }

  @Test
  void anEngineHasTheThreadsOfItsNode() {
    backends(3).open("idle");
    assertThat(provider.settings.threads()).isEqualTo(3);
  }

  @Test
  void anEngineIsLoadedOnce() {
    Backends backends = backends(1);
    assertThat(backends.open("idle")).isSameAs(backends.open("idle"));
  }

  private static final class IdleProvider implements BackendProvider {
    private BackendSettings settings;

    @Override
    public String name() {
      return "idle";
    }

    @Override
    public int spiVersion() {
      return SpiVersion.CURRENT;
    }

    @Override
    public Backend open(BackendSettings given) {
      settings = given;
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
