// SPDX-License-Identifier: Apache-2.0
package io.graphember.formats.generated;

import io.graphember.schema.source.Normalize;
import io.graphember.schema.source.SourceSettings;
import io.graphember.spi.setting.CrossChecked;
import io.graphember.spi.setting.Setting;
import io.graphember.spi.setting.Tag;
import jakarta.validation.constraints.DecimalMax;
import jakarta.validation.constraints.DecimalMin;
import jakarta.validation.constraints.Max;
import jakarta.validation.constraints.Min;

/**
 * A generated graph: papers of several classes that cite each other.
 *
 * @param vertices number of vertices
 * @param classes number of classes
 * @param words number of words, which is the feature dim
 * @param wordsPerVertex draws of a word for each vertex; a word drawn twice counts once
 * @param wordNoise share of the draws that say nothing of the class
 * @param degree mean number of edges that begin at a vertex, as many end there
 * @param homophily share of edges that join two vertices of one class
 * @param seed key of all randomness
 * @param normalize what happens to feature rows
 */
@Tag("block-model")
public record BlockModelSettings(
    @Setting(value = "Number of vertices.", byDefault = "6000") @Min(2) @Max(10_000_000)
        int vertices,
    @Setting(value = "Number of classes.", byDefault = "6") @Min(1) @Max(1000) int classes,
    @Setting(value = "Number of words, which is the feature dim.", byDefault = "300")
        @Min(1)
        @Max(100_000)
        int words,
    @Setting(value = "Words drawn for a vertex.", byDefault = "12") @Min(1) @Max(10_000)
        int wordsPerVertex,
    @Setting(value = "Share of the words that say nothing of the class.", byDefault = "0.63")
        @DecimalMin("0")
        @DecimalMax("1")
        double wordNoise,
    @Setting(value = "Mean number of edges that begin at a vertex.", byDefault = "8")
        @DecimalMin("0")
        @DecimalMax("10000")
        double degree,
    @Setting(value = "Share of edges that join two vertices of one class.", byDefault = "0.7")
        @DecimalMin("0")
        @DecimalMax("1")
        double homophily,
    @Setting(value = "Key of all randomness; the same seed gives the same graph.", byDefault = "1")
        long seed,
    @Setting(
            value =
                "What happens to features: row divides each row by the sum of its absolute values,"
                    + " standardize gives each column of numbers mean 0 and standard deviation 1,"
                    + " min-max least value 0 and greatest 1.",
            byDefault = "none")
        Normalize normalize)
    implements SourceSettings, CrossChecked {
  @Override
  public void check(Complaints complaints) {
    if (words < classes) {
      complaints.add("words", "must be at least classes: every class has a word of its own");
    }
  }
}
