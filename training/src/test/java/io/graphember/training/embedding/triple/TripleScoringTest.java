// SPDX-License-Identifier: Apache-2.0
package io.graphember.training.embedding.triple;

import io.graphember.spi.triple.Comparison;
import io.graphember.spi.triple.ComplEx;
import io.graphember.spi.triple.DistMult;
import io.graphember.spi.triple.RotatE;
import io.graphember.spi.triple.TransE;
import io.graphember.spi.triple.TripleScoring;
import io.graphember.testkit.contract.TripleScoringContract;
import org.junit.jupiter.api.Nested;

final class TripleScoringTest {
  @Nested
  final class Translations extends TripleScoringContract {
    @Override
    protected TripleScoring scoring() {
      return new TransE(Comparison.L2);
    }
  }

  @Nested
  final class Products extends TripleScoringContract {
    @Override
    protected TripleScoring scoring() {
      return new DistMult();
    }
  }

  @Nested
  final class ComplexProducts extends TripleScoringContract {
    @Override
    protected TripleScoring scoring() {
      return new ComplEx();
    }
  }

  @Nested
  final class Rotations extends TripleScoringContract {
    @Override
    protected TripleScoring scoring() {
      return new RotatE();
    }
  }
}
