// SPDX-License-Identifier: Apache-2.0
package io.graphember.formats.table;

import io.graphember.spi.setting.CrossChecked;
import io.graphember.spi.setting.Setting;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The columns of a table of edges, each given by its name in the header or by its number from 1.
 *
 * @param source column of the key an edge begins at
 * @param destination column of the key an edge ends at
 * @param weight column of the weight; null for none
 * @param time column of the timestamp; null for none
 * @param label column of the class; null for none
 * @param target column of the number that is to be predicted; null for none
 * @param features columns of the features, in their order
 */
public record EdgeColumnSettings(
    @Setting(value = "Column an edge begins at: a name or a number from 1.", byDefault = "1")
        String source,
    @Setting(value = "Column an edge ends at: a name or a number from 1.", byDefault = "2")
        String destination,
    @Setting(value = "Column of the weight, 0 or more.", optional = true) @Nullable String weight,
    @Setting(value = "Column of the timestamp, a whole number.", optional = true)
        @Nullable String time,
    @Setting(value = "Column of the class, for task.type: edge-classes of a job.", optional = true)
        @Nullable String label,
    @Setting(
            value =
                "Column of the number that is to be predicted, for task.type: edge-regression of a"
                    + " job; empty where it is not known.",
            optional = true)
        @Nullable String target,
    @Setting(
            value =
                "Columns of the features: names, numbers, ranges and patterns as for vertices"
                    + " (which leave out the other columns of an edge).",
            byDefault = "[]")
        List<String> features)
    implements CrossChecked {
  /** The first two columns, which are all that there is. */
  static final EdgeColumnSettings ENDS = ofEnds("1", "2");

  /** The columns of the ends, which are all that there is. */
  public static EdgeColumnSettings ofEnds(String source, String destination) {
    return new EdgeColumnSettings(source, destination, null, null, null, null, List.of());
  }

  @Override
  public void check(Complaints complaints) {
    if (label != null && target != null) {
      complaints.add("target", "and label both say what is predicted; leave one out");
    }
  }
}
