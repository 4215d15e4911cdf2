// SPDX-License-Identifier: Apache-2.0
package io.graphember.inference.slice;

import static org.assertj.core.api.Assertions.assertThat;

import io.graphember.spi.backend.ModelSpec;
import io.graphember.spi.model.Architecture;
import io.graphember.spi.model.LayerOptions;
import io.graphember.spi.model.layer.Gat;
import io.graphember.spi.model.layer.Gcn;
import io.graphember.spi.model.layer.GraphSage;
import io.graphember.spi.model.layer.GraphSagePool;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Where layers are cut: rows as narrow as they can be are kept. */
class SliceTest {
  private static List<Slice> slices(Architecture kind, int in, int hidden, int out) {
    return Slice.of(
        new ModelSpec(kind, in, hidden, out, 2, 0.5f, 0.5f)
            .with(LayerOptions.DEFAULT.withTypes(3, 2)));
  }

  @Test
  void rowsThatGetWiderAreKeptAsTheyEnter() {
    Slice first = slices(new GraphSage(), 128, 256, 47).get(0);
    assertThat(first.keepsInput()).isTrue();
    assertThat(first.shared().columns()).isEqualTo(128);
    assertThat(first.own().isEmpty()).isTrue();
  }

  @Test
  void rowsThatGetNarrowerAreMultipliedFirst() {
    Slice last = slices(new GraphSage(), 128, 256, 47).get(1);
    assertThat(last.keepsInput()).isFalse();
    assertThat(last.shared().columns()).isEqualTo(48);
    assertThat(last.own().columns()).isEqualTo(48);
    Slice gcn = slices(new Gcn(), 128, 256, 47).get(1);
    assertThat(gcn.shared().columns()).isEqualTo(48);
    assertThat(gcn.own().isEmpty()).isTrue();
  }

  @Test
  void attentionKeepsMessagesAndScores() {
    Slice gat = slices(new Gat(1, 1), 128, 256, 47).get(0);
    assertThat(gat.aggregations()).isEmpty();
    assertThat(gat.edgeRows()).hasSize(2);
    assertThat(gat.shared().columns()).isEqualTo(256 + 16);
    assertThat(gat.own().isEmpty()).isTrue();
  }

  @Test
  void poolingTransformsEveryVertexOnce() {
    Slice pool = slices(new GraphSagePool(), 128, 256, 47).get(0);
    assertThat(pool.aggregations()).hasSize(1);
    assertThat(pool.shared().columns()).isEqualTo(128);
    assertThat(pool.own().columns()).isEqualTo(128);
  }
}
