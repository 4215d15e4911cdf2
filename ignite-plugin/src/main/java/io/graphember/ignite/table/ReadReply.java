// SPDX-License-Identifier: Apache-2.0
package io.graphember.ignite.table;

import java.util.List;

/**
 * Some of what a node reads.
 *
 * @param indexes of each piece the place of its partition in {@link ReadPlan#partitions}, ascending
 * @param pieces encoded, about a mebibyte together
 * @param labels names of labels that have come since the last reply: what pieces call a label is
 *     its number among all that came
 * @param reached place of the partition that the next pieces may be of; the number of partitions at
 *     the end
 * @param keys see {@link KeyHash}: of the rows of partitions that were read to their end since the
 *     last reply; none if the plan does not ask for them
 */
record ReadReply(int[] indexes, byte[][] pieces, List<String> labels, int reached, long[] keys) {
  ReadReply {
    labels = List.copyOf(labels);
  }
}
