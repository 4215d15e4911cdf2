// SPDX-License-Identifier: Apache-2.0
package io.graphember.ignite.table;

import io.graphember.config.SettingsDocument;
import io.graphember.schema.GraphHeader;
import io.graphember.schema.source.ImportedGraph;
import io.graphember.schema.source.SourceSettings;
import io.graphember.schema.source.SourceSplit;
import io.graphember.spi.error.GraphemberException;
import io.graphember.spi.error.SpiError;
import java.util.List;
import java.util.UUID;

/**
 * What a node reads of a source for another one: the partitions of a cache, one after the other.
 *
 * @param front node that wants the rows
 * @param number of this reading, another one for each of the front's
 * @param source settings of the source, JSON
 * @param header what the front has opened the source with
 * @param kind of the split that is read
 * @param type its vertex or edge type
 * @param part its part
 * @param columns of all tables of the source, as the front has seen them
 * @param partitions those that this node reads, ascending
 * @param keyed whether replies have the hashes of the keys of rows
 */
record ReadPlan(
    UUID front,
    long number,
    String source,
    GraphHeader header,
    SourceSplit.Kind kind,
    int type,
    int part,
    List<TableColumns> columns,
    int[] partitions,
    boolean keyed) {

  SourceSettings settings() {
    return SettingsDocument.parse("source", source).bind(SourceSettings.class);
  }

  /** The split of the opened source that is read. */
  SourceSplit split(ImportedGraph graph) {
    return graph.splits().stream()
        .filter(split -> split.kind() == kind && split.type() == type && split.part() == part)
        .findFirst()
        .orElseThrow(
            () ->
                new GraphemberException(
                    SpiError.INTERNAL,
                    "Node %s wants %s %d of type %d, which its source does not have."
                        .formatted(front, kind, part, type)));
  }
}
