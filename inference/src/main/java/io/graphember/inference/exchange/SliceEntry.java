// SPDX-License-Identifier: Apache-2.0
package io.graphember.inference.exchange;

import io.graphember.inference.slice.SliceShape;
import io.graphember.inference.slice.SliceShape.Self;
import io.graphember.spi.model.Operator;
import io.graphember.spi.setting.CrossChecked.Complaints;
import io.graphember.spi.setting.Setting;
import jakarta.validation.constraints.Max;
import jakarta.validation.constraints.Min;
import jakarta.validation.constraints.NotNull;
import jakarta.validation.constraints.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * One slice of a folder: an element of {@code slices}.
 *
 * @param aggregate how rows of neighbours are brought together
 * @param input floats of a row that enters
 * @param output floats of a row that leaves
 * @param transform file of the model that is run on each vertex first; null for none
 * @param shared floats of its first output, 0 without transform
 * @param own floats of its second output, 0 for none
 * @param self which row a vertex reads of itself
 * @param apply file of the model that makes the rows that leave
 */
public record SliceEntry(
    @Setting(
            "How rows of neighbours are brought together: sum; mean; gcn, a sum weighted by degrees"
                + " with self loops.")
        @NotNull
        Aggregate aggregate,
    @Setting("Floats of a row that enters.") @Min(1) @Max(65536) int input,
    @Setting("Floats of a row that leaves.") @Min(1) @Max(65536) int output,
    @Setting(
            value = "Model that is run on each vertex before neighbours are brought together.",
            optional = true)
        @Pattern(regexp = SliceEntry.FILE, message = SliceEntry.FILE_RULE)
        @Nullable String transform,
    @Setting(value = "Floats of its first output, what neighbours read.", byDefault = "0")
        @Min(0)
        @Max(65536)
        int shared,
    @Setting(
            value = "Floats of its second output, for the vertex itself; 0 for none.",
            byDefault = "0")
        @Min(0)
        @Max(65536)
        int own,
    @Setting(
            value =
                "Row that a vertex reads of itself: input, as it enters; shared or own, an output of"
                    + " transform.",
            byDefault = "input")
        @NotNull
        Self self,
    @Setting("Model that makes the rows that leave.")
        @NotNull
        @Pattern(regexp = SliceEntry.FILE, message = SliceEntry.FILE_RULE)
        String apply) {
  static final String FILE = "[A-Za-z0-9_][A-Za-z0-9_.-]{0,99}";
  static final String FILE_RULE =
      "must be the name of a file in the folder: letters, digits, '-', '_', '.'";

  /** How rows of neighbours are brought together. */
  public enum Aggregate {
    /** Added up. */
    SUM(Operator.NEIGHBOR_SUM),
    /** Added up and divided by how many there are. */
    MEAN(Operator.NEIGHBOR_MEAN),
    /** Added up with {@code 1 / sqrt(d_u d_v)}, degrees with self loops. */
    GCN(Operator.NEIGHBOR_WEIGHTED_SUM);

    private final Operator operator;

    Aggregate(Operator operator) {
      this.operator = operator;
    }

    Operator operator() {
      return operator;
    }
  }

  void check(String path, Complaints complaints) {
    if ((transform == null) != (shared == 0)) {
      complaints.add(path + "shared", "and transform come together");
    }
    if ((own > 0) != (self == Self.OWN) || own > 0 && transform == null) {
      complaints.add(path + "own", "needs transform and self: own, and they need it");
    }
    if (self == Self.SHARED && transform == null) {
      complaints.add(path + "self", "must be input without transform");
    }
  }

  SliceShape shape() {
    return new SliceShape(input, aggregate.operator(), shared, own, self, output);
  }
}
