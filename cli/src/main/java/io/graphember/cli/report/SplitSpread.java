// SPDX-License-Identifier: Apache-2.0
package io.graphember.cli.report;

import com.fasterxml.jackson.annotation.JsonPropertyOrder;
import io.graphember.cli.report.text.Figures;
import java.util.Collections;
import java.util.List;

/**
 * How evenly the vertices of a split lie over partitions.
 *
 * @param vertices of all partitions
 * @param least of the partition with the fewest
 * @param most of the partition with the most
 */
@JsonPropertyOrder({"vertices", "least", "most"})
public record SplitSpread(long vertices, long least, long most) {
  /** The spread of one number for each partition, of which there is one or more. */
  static SplitSpread of(List<Long> sizes) {
    return new SplitSpread(
        sizes.stream().mapToLong(Long::longValue).sum(),
        Collections.min(sizes),
        Collections.max(sizes));
  }

  /** Such as {@code 16 to 19}. */
  String range() {
    return least == most
        ? Figures.count(least)
        : "%s to %s".formatted(Figures.count(least), Figures.count(most));
  }
}
