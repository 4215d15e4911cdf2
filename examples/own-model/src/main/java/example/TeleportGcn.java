// SPDX-License-Identifier: Apache-2.0
package example;

import io.graphember.spi.model.Architecture;
import io.graphember.spi.model.Destinations;
import io.graphember.spi.model.LayerShape;
import io.graphember.spi.model.Sources;
import io.graphember.spi.setting.Setting;
import io.graphember.spi.setting.Tag;
import jakarta.validation.constraints.DecimalMax;
import jakarta.validation.constraints.DecimalMin;

/**
 * A graph convolution that goes back to the vertex itself with some probability, as a step of APPNP
 * (Gasteiger et al., ICLR 2019): {@code h'_v = (1 - teleport) sum_u z_u / sqrt(d_u d_v) + teleport
 * z_v} with {@code z = h W + b}. Linear, it has no activation between its layers, as SGC (Wu et al.,
 * ICML 2019).
 *
 * @param teleport share of the vertex itself
 * @param linear whether nothing follows a layer
 */
@Tag("teleport-gcn")
public record TeleportGcn(
    @Setting(value = "Share of the vertex itself in what leaves a layer.", byDefault = "0.1")
        @DecimalMin("0")
        @DecimalMax("1")
        float teleport,
    @Setting(value = "Leave out the activation between layers.", byDefault = "false")
        boolean linear)
    implements Architecture {

  /** With the settings that are the default. */
  public TeleportGcn() {
    this(0.1f, false);
  }

  @Override
  public Destinations layer(Sources rows, LayerShape shape) {
    Sources z = rows.linear("weight", shape.out()).bias("bias");
    return z.weightedSum().scaled(1 - teleport).plus(z.destinations().scaled(teleport));
  }

  @Override
  public Destinations activation(Destinations rows) {
    return linear ? rows : rows.relu();
  }
}
