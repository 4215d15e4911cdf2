// SPDX-License-Identifier: Apache-2.0
package io.graphember.testkit.contract;

import io.graphember.spi.backend.Backend;
import io.graphember.spi.backend.BackendProvider;
import io.graphember.spi.backend.BackendSettings;
import io.graphember.spi.backend.ModelKind;
import io.graphember.spi.backend.ModelSession;
import io.graphember.spi.backend.ModelSpec;
import io.graphember.spi.backend.SpiVersion;
import io.graphember.spi.error.ErrorCategory;
import io.graphember.spi.error.ErrorCode;
import io.graphember.spi.error.GraphemberException;
import io.graphember.testkit.reference.ReferenceBackend;
import java.util.Set;

/** A backend that declares what it cannot do still keeps the rest. */
class OneKindBackendTest extends BackendContract {
  @Override
  protected BackendProvider provider() {
    return new OneKindProvider();
  }

  @Override
  protected Set<ModelKind> supportedKinds() {
    return Set.of(ModelKind.GRAPHSAGE);
  }

  @Override
  protected boolean usesNativeMemory() {
    return false;
  }

  private enum OneKindError implements ErrorCode {
    ONE_KIND_ONLY;

    @Override
    public ErrorCategory category() {
      return ErrorCategory.ENGINE;
    }
  }

  private static final class OneKindProvider implements BackendProvider {
    @Override
    public String name() {
      return "one-kind";
    }

    @Override
    public int spiVersion() {
      return SpiVersion.CURRENT;
    }

    @Override
    public Backend open(BackendSettings settings) {
      return new OneKindBackend();
    }
  }

  private static final class OneKindBackend implements Backend {
    private final ReferenceBackend reference = new ReferenceBackend();

    @Override
    public String name() {
      return "one-kind";
    }

    @Override
    public String engineVersion() {
      return reference.engineVersion();
    }

    @Override
    public boolean supports(ModelKind kind) {
      return kind == ModelKind.GRAPHSAGE;
    }

    @Override
    public ModelSession open(ModelSpec spec) {
      if (!supports(spec.kind())) {
        throw new GraphemberException(
            OneKindError.ONE_KIND_ONLY, spec.kind() + " is not GRAPHSAGE.");
      }
      return reference.open(spec);
    }

    @Override
    public void close() {
      reference.close();
    }
  }
}
