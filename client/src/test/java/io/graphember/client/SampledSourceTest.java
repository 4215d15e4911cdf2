// SPDX-License-Identifier: Apache-2.0
package io.graphember.client;

import static org.assertj.core.api.Assertions.assertThat;

import io.graphember.config.SettingsDocument;
import io.graphember.schema.piece.EdgePiece;
import io.graphember.schema.piece.PieceSink;
import io.graphember.schema.piece.SplitPiece;
import io.graphember.schema.piece.VertexPiece;
import io.graphember.schema.source.GraphSource;
import io.graphember.schema.source.ReadProgress;
import io.graphember.schema.source.SourceSettings;
import io.graphember.spi.Cancellation;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;

class SampledSourceTest {
  private static final class Counts implements PieceSink {
    private long vertices;
    private long edges;

    @Override
    public void vertices(VertexPiece piece) {
      vertices += piece.rows();
    }

    @Override
    public void split(SplitPiece piece) {
      // not counted
    }

    @Override
    public void edges(EdgePiece piece) {
      edges += piece.rows();
    }
  }

  @Test
  void remembersAFewVerticesOfAllThatPass() {
    SourceSettings settings =
        SettingsDocument.parse("s", "{type: block-model, vertices: 500}")
            .bind(SourceSettings.class);
    try (SampledSource source =
        new SampledSource(GraphSource.open(settings, Path.of(""), ReadProgress.NONE))) {
      Counts counts = new Counts();
      source.stream(counts, Cancellation.NEVER);
      assertThat(counts.vertices).isEqualTo(500);
      assertThat(counts.edges).isPositive();
      assertThat(source.sample())
          .hasSize(5)
          .doesNotHaveDuplicates()
          .allSatisfy(
              vertex -> {
                assertThat(vertex.key()).asString().startsWith("paper-");
                assertThat(source.labelNames(0)).contains(vertex.label().orElseThrow());
              });
    }
  }
}
