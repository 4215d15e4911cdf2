// SPDX-License-Identifier: Apache-2.0
package io.graphember.config;

import io.graphember.spi.setting.CrossChecked;
import io.graphember.spi.setting.Setting;
import jakarta.validation.constraints.DecimalMax;
import jakarta.validation.constraints.DecimalMin;
import jakarta.validation.constraints.Max;
import jakarta.validation.constraints.Min;
import jakarta.validation.constraints.NotEmpty;
import jakarta.validation.constraints.Pattern;
import jakarta.validation.constraints.Size;
import java.util.List;
import java.util.Map;

/** A job with every type of setting. */
record JobSample(
    @Setting("Name of the job.") @NotEmpty String name,
    @Setting("How it trains.") Training training,
    @Setting(value = "Where results go.", optional = true) Output output,
    @Setting(value = "Free words.", byDefault = "[]") @Size(max = 3) List<String> tags,
    @Setting(value = "Tables by name.", byDefault = "{}") Map<String, Table> tables,
    @Setting(value = "Neighbours a hop.", byDefault = "[10, 5]") List<Integer> fanouts)
    implements CrossChecked {

  enum Mode {
    FAST,
    VERY_EXACT
  }

  record Training(
      @Setting(value = "Passes over the data.", byDefault = "10") @Min(1) @Max(1000) int epochs,
      @Setting(value = "Step length.", byDefault = "0.01")
          @DecimalMin(value = "0", inclusive = false)
          @DecimalMax("1")
          float learningRate,
      @Setting(value = "Key of all randomness.", byDefault = "42") long seed,
      @Setting(value = "How exact.", byDefault = "very-exact") Mode mode,
      @Setting(value = "Decay of weights.", byDefault = "0") double decay,
      @Setting(value = "Repeats bit for bit.", byDefault = "true") boolean repeatable,
      @Setting(value = "Column separator.", byDefault = "#")
          @Pattern(regexp = ".|tab", message = "one letter or the word tab")
          String separator) {}

  record Output(
      @Setting("Name of the cache.") String cache,
      @Setting(value = "Copies.", byDefault = "1") int backups,
      @Setting(value = "Stop after so many rows.", optional = true) Integer limit) {}

  record Table(@Setting("Floats in a row.") @Min(1) int dim) {}

  @Override
  public void check(Complaints complaints) {
    if (output != null && output.backups() > 1 && training.mode() == Mode.FAST) {
      complaints.add("output.backups", "must be 1 with mode: fast");
    }
    if (training.mode() == Mode.FAST && tags.isEmpty()) {
      complaints.add("tags", "is needed with mode: fast");
    }
  }
}
