// SPDX-License-Identifier: Apache-2.0
package io.graphember.testkit.batch;

import io.graphember.spi.model.Architecture;
import io.graphember.spi.model.layer.Gat;
import io.graphember.spi.model.layer.GatE;
import io.graphember.spi.model.layer.GatedGcn;
import io.graphember.spi.model.layer.Gatv2;
import io.graphember.spi.model.layer.Gcn;
import io.graphember.spi.model.layer.Gin;
import io.graphember.spi.model.layer.GraphSage;
import io.graphember.spi.model.layer.GraphSageConcat;
import io.graphember.spi.model.layer.GraphSageLstm;
import io.graphember.spi.model.layer.GraphSagePool;
import io.graphember.spi.model.layer.Hgt;
import io.graphember.spi.model.layer.Rgcn;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.params.converter.TypedArgumentConverter;

/**
 * The built-in models with few attention heads, so that rows may have any even number of floats.
 */
public final class NarrowModels {
  private NarrowModels() {}

  /** Converts a name in a test's arguments, see {@link #of}. */
  public static final class ByName extends TypedArgumentConverter<String, Architecture> {
    /** Called by JUnit. */
    public ByName() {
      super(String.class, Architecture.class);
    }

    @Override
    protected Architecture convert(@Nullable String name) {
      return of(Objects.requireNonNull(name, "name"));
    }
  }

  /** All of them, with one head. */
  public static List<Architecture> all() {
    return withHeads(1);
  }

  /** All of them, with so many heads in every layer. */
  public static List<Architecture> withHeads(int heads) {
    return List.of(
        new GraphSage(),
        new GraphSagePool(),
        new GraphSageLstm(3),
        new GraphSageConcat(3),
        new Gcn(),
        new Gin(),
        new Gat(heads, heads),
        new Gatv2(heads, heads),
        new GatE(heads, heads),
        new GatedGcn(),
        new Rgcn(),
        new Hgt(heads, 0));
  }

  /**
   * The one of that name, with one head.
   *
   * @throws IllegalArgumentException if there is none
   */
  public static Architecture of(String name) {
    return all().stream()
        .filter(model -> model.name().equals(name))
        .findFirst()
        .orElseThrow(() -> new IllegalArgumentException("no built-in model is " + name));
  }
}
