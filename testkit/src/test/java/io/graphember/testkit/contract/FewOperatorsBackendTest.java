// SPDX-License-Identifier: Apache-2.0
package io.graphember.testkit.contract;

import io.graphember.spi.backend.Backend;
import io.graphember.spi.backend.BackendProvider;
import io.graphember.spi.backend.BackendSettings;
import io.graphember.spi.backend.ModelSession;
import io.graphember.spi.backend.ModelSpec;
import io.graphember.spi.backend.SpiVersion;
import io.graphember.spi.model.Operator;
import io.graphember.testkit.reference.ReferenceBackend;
import java.util.EnumSet;
import java.util.Set;

/** A backend that declares what it cannot do still keeps the rest. */
class FewOperatorsBackendTest extends BackendContract {
  @Override
  protected BackendProvider provider() {
    return new FewOperatorsProvider();
  }

  @Override
  protected boolean usesNativeMemory() {
    return false;
  }

  private static final class FewOperatorsProvider implements BackendProvider {
    @Override
    public String name() {
      return "few-operators";
    }

    @Override
    public int spiVersion() {
      return SpiVersion.CURRENT;
    }

    @Override
    public Backend open(BackendSettings settings) {
      return new FewOperatorsBackend();
    }
  }

  private static final class FewOperatorsBackend implements Backend {
    private final ReferenceBackend reference = new ReferenceBackend();

    @Override
    public String name() {
      return "few-operators";
    }

    @Override
    public String engineVersion() {
      return reference.engineVersion();
    }

    @Override
    public Set<Operator> operators() {
      return EnumSet.complementOf(EnumSet.of(Operator.EDGE_SOFTMAX, Operator.MEAN_BY_TYPE));
    }

    @Override
    public ModelSession open(ModelSpec spec) {
      spec.requireOperators(this);
      return reference.open(spec);
    }

    @Override
    public void close() {
      reference.close();
    }
  }
}
