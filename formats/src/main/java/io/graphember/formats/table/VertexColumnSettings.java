// SPDX-License-Identifier: Apache-2.0
package io.graphember.formats.table;

import io.graphember.spi.setting.CrossChecked;
import io.graphember.spi.setting.Setting;
import jakarta.validation.constraints.Pattern;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The columns of a table of vertices, each given by its name in the header or by its number from 1.
 *
 * @param key column of the key
 * @param label column of the class; null for none
 * @param labelSeparator what stands between several classes of one vertex; null if there is one
 * @param targets columns of the numbers that are to be predicted
 * @param split column that says train, valid, test or nothing; null for none
 * @param time column of the timestamp; null for none
 * @param cluster column of the number of the cluster; null for none
 * @param features columns of the features, in their order
 * @param missing what stands for a feature that is missing
 * @param oneHot columns of one category each
 * @param multiHot columns of several categories each
 * @param hash columns of text whose words are counted
 * @param indices columns that list which floats of a wide row are 1
 */
public record VertexColumnSettings(
    @Setting(value = "Column of the key: a name or a number from 1.", byDefault = "1") String key,
    @Setting(value = "Column of the class.", optional = true) @Nullable String label,
    @Setting(
            value = "Character between several classes of one vertex, for task.type: multi-label.",
            optional = true)
        @Pattern(regexp = OneCharacter.PATTERN, message = "one character")
        @Nullable String labelSeparator,
    @Setting(
            value =
                "Columns of numbers to be predicted, given as features are: values for"
                    + " task.type: regression, or 0 and 1 for multi-label; empty where they"
                    + " are not known.",
            byDefault = "[]")
        List<String> targets,
    @Setting(value = "Column that says train, valid, test or nothing.", optional = true)
        @Nullable String split,
    @Setting(
            value =
                "Column of the timestamp, a whole number, a date or a time; what is before it a seed"
                    + " may know, see sampling.before; empty where it is not known.",
            optional = true)
        @Nullable String time,
    @Setting(
            value =
                "Column of the cluster, a whole number, for training.batch.clusters: column; empty"
                    + " for a cluster of its own.",
            optional = true)
        @Nullable String cluster,
    @Setting(
            value =
                "Columns of the features: names, numbers, ranges such as 3..1435, patterns such"
                    + " as w* (which leave out the other columns of a vertex).",
            byDefault = "[]")
        List<String> features,
    @Setting(
            value =
                "What stands for a feature that is missing: error for nothing, zero, or mean for"
                    + " the mean of its column.",
            byDefault = "error")
        MissingValues missing,
    @Setting(
            value = "Columns of one category each, a float for every category that the table has.",
            byDefault = "[]")
        List<String> oneHot,
    @Setting(value = "Columns of several categories each, one or a list of them.", byDefault = "[]")
        List<MultiHotSettings> multiHot,
    @Setting(
            value =
                "Columns of text whose words are counted in a fixed number of floats, one or a"
                    + " list of them.",
            byDefault = "[]")
        List<HashSettings> hash,
    @Setting(
            value = "Columns that list which floats of a wide row are 1, one or a list of them.",
            byDefault = "[]")
        List<IndicesSettings> indices)
    implements CrossChecked {
  @Override
  public void check(Complaints complaints) {
    if (labelSeparator == null) {
      return;
    }
    if (label == null) {
      complaints.add("labelSeparator", "needs label, the column of the classes");
    }
    if (!targets.isEmpty()) {
      complaints.add("targets", "and labelSeparator both say what is predicted; leave one out");
    }
  }
}
