// SPDX-License-Identifier: Apache-2.0
package io.graphember.inference.exchange;

import io.graphember.spi.setting.CrossChecked;
import io.graphember.spi.setting.Setting;
import jakarta.validation.constraints.NotNull;
import java.util.List;

/**
 * What the models of a folder mean: its file {@value ImportedSlices#MANIFEST}.
 *
 * @param slices the slices, layer 0 first
 */
public record SliceManifest(
    @Setting("The slices, layer 0 first; 1 to 8.") @NotNull List<SliceEntry> slices)
    implements CrossChecked {
  private static final int MOST = 8;

  @Override
  public void check(Complaints complaints) {
    if (slices.isEmpty() || slices.size() > MOST) {
      complaints.add("slices", "must be 1 to %d slices, are %d".formatted(MOST, slices.size()));
    }
    for (int k = 0; k < slices.size(); k++) {
      slices.get(k).check("slices[%d].".formatted(k), complaints);
      if (k > 0 && slices.get(k).input() != slices.get(k - 1).output()) {
        complaints.add(
            "slices[%d].input".formatted(k),
            "must be the output of the slice before, " + slices.get(k - 1).output());
      }
    }
  }
}
