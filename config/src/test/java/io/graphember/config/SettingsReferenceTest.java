// SPDX-License-Identifier: Apache-2.0
package io.graphember.config;

import static org.assertj.core.api.Assertions.assertThat;

import io.graphember.config.SettingsReference.Entry;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class SettingsReferenceTest {
  private final SettingsReference reference = SettingsReference.of(JobSample.class);

  @Test
  void everySettingIsListedWithTypeDefaultAndRule() {
    assertThat(reference.entries())
        .extracting(Entry::path)
        .containsExactly(
            "name",
            "training",
            "training.epochs",
            "training.learningRate",
            "training.seed",
            "training.mode",
            "training.decay",
            "training.repeatable",
            "training.separator",
            "output",
            "output.cache",
            "output.backups",
            "output.limit",
            "tags",
            "tables",
            "tables.*.dim",
            "fanouts");
    assertThat(reference.entries())
        .contains(
            new Entry("name", "text", false, Optional.empty(), "not empty", "Name of the job."),
            new Entry("training", "section", false, Optional.empty(), "", "How it trains."),
            new Entry(
                "training.epochs",
                "whole number",
                false,
                Optional.of("10"),
                "at least 1, at most 1000",
                "Passes over the data."),
            new Entry(
                "training.mode",
                "one of fast, very-exact",
                false,
                Optional.of("very-exact"),
                "",
                "How exact."),
            new Entry("output", "section", true, Optional.empty(), "", "Where results go."),
            new Entry(
                "tables", "names with section", false, Optional.of("{}"), "", "Tables by name."));
    assertThat(reference.entries())
        .filteredOn(Entry::required)
        .extracting(Entry::path)
        .containsExactly("name", "output.cache", "tables.*.dim");
  }
}
