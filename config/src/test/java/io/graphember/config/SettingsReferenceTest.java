// SPDX-License-Identifier: Apache-2.0
package io.graphember.config;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.graphember.config.SettingsReference.Entry;
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
            new Entry("name", "text", false, null, "not empty", "Name of the job."),
            new Entry("training", "section", false, null, "", "How it trains."),
            new Entry(
                "training.epochs",
                "whole number",
                false,
                "10",
                "at least 1, at most 1000",
                "Passes over the data."),
            new Entry(
                "training.mode", "one of fast, very-exact", false, "very-exact", "", "How exact."),
            new Entry("output", "section", true, null, "", "Where results go."),
            new Entry("tables", "names with section", false, "{}", "", "Tables by name."));
    assertThat(reference.entries())
        .filteredOn(Entry::required)
        .extracting(Entry::path)
        .containsExactly("name", "output.cache", "tables.*.dim");
  }

  @Test
  void theDocumentExplainsEverySetting() {
    assertThat(reference.toYaml())
        .isEqualTo(
            """
            # Name of the job. (text, not empty; required)
            name:
            # How it trains.
            training:
              # Passes over the data. (whole number, at least 1, at most 1000)
              epochs: 10
              # Step length. (number, more than 0, at most 1)
              learningRate: 0.01
              # Key of all randomness. (whole number (64 bits))
              seed: 42
              # How exact. (one of fast, very-exact)
              mode: very-exact
              # Decay of weights. (number)
              decay: 0
              # Repeats bit for bit. (true or false)
              repeatable: true
              # Column separator. (text, one letter or the word tab)
              separator: "#"
            # Where results go.
            # output:
            #   # Name of the cache. (text; required)
            #   cache:
            #   # Copies. (whole number)
            #   backups: 1
            #   # Stop after so many rows. (whole number)
            #   # limit:
            # Free words. (list of text, of 0 to 3 letters or entries)
            tags: []
            # Tables by name. (names with section)
            tables: {}
            # tables.*.dim: Floats in a row. (whole number, at least 1; required)
            # Neighbours a hop. (list of whole number)
            fanouts: [10, 5]
            """);
  }

  @Test
  void theDocumentMeansTheDefaults() {
    SettingsDocument document = SettingsDocument.parse("job.yaml", reference.toYaml());
    assertThatThrownBy(() -> document.bind(JobSample.class))
        .hasMessage(
            """
            1 setting is wrong:
            job.yaml:2: name: is missing and has no default: Name of the job.""");
    assertThat(document.set("name=x").bind(JobSample.class))
        .isEqualTo(SettingsDocument.parse("job.yaml", "name: x").bind(JobSample.class));
  }
}
