// SPDX-License-Identifier: Apache-2.0
package io.graphember.partition.load;

import io.graphember.graph.settings.GraphSettings;
import io.graphember.partition.addition.CutExtension;
import io.graphember.partition.placement.EdgeAssignment;
import io.graphember.partition.placement.EdgeIncidences;
import io.graphember.partition.placement.PlacedTable;
import io.graphember.partition.placement.ReplicaTable;
import io.graphember.partition.staging.EdgeSchema;
import io.graphember.partition.staging.EdgeTable;
import io.graphember.partition.staging.GraphStaging;
import io.graphember.partition.staging.StagedEdges;
import io.graphember.partition.staging.VertexNumbering;
import io.graphember.schema.GraphHeader;
import io.graphember.spi.partition.Partitioner;

/**
 * Bytes that cutting a staged graph takes beside the staged columns, stage by stage: what one stage
 * has freed the next one may take.
 *
 * @param sorting the table of edges, while the staged edges are still there
 * @param partitioning the table, the assignment and what the partitioner needs, less the staged
 *     edges, which are gone
 * @param placing the table, the assignment, the edges by partition and the replicas, less the
 *     staged edges
 */
record CutMemory(long sorting, long partitioning, long placing) {
  static CutMemory of(
      GraphStaging staging,
      VertexNumbering numbering,
      GraphSettings settings,
      EdgeTable.Options options,
      Partitioner partitioner) {
    final int vertices = numbering.vertices();
    final long edges = staging.edgesToBe();
    return of(
        staging.header(),
        vertices,
        staging.edgeCount(),
        edges,
        settings,
        options,
        staging.based()
            ? CutExtension.estimateBytes(vertices, vertices, edges, settings.partitions())
            : partitioner.estimateBytes(
                vertices, edges, settings.partitions(), settings.partitionerOptions()),
        staging.based());
  }

  /**
   * The same for a graph that is not staged yet.
   *
   * @param staged edges as they come
   */
  static CutMemory of(
      GraphHeader header,
      long vertices,
      long staged,
      GraphSettings settings,
      EdgeTable.Options options,
      Partitioner partitioner) {
    final long edges = settings.symmetrize() ? 2 * staged : staged;
    final long cut =
        settings.add()
            ? CutExtension.estimateBytes(vertices, vertices, edges, settings.partitions())
            : partitioner.estimateBytes(
                vertices, edges, settings.partitions(), settings.partitionerOptions());
    return of(header, vertices, staged, edges, settings, options, cut, false);
  }

  private static CutMemory of(
      GraphHeader header,
      long vertices,
      long staged,
      long edges,
      GraphSettings settings,
      EdgeTable.Options options,
      long cut,
      boolean based) {
    final int partitions = settings.partitions();
    final int edgeTypes = new EdgeSchema(header, settings.symmetrize()).types().size();
    final long table =
        EdgeTable.estimateBytes(vertices, edges, edgeTypes, header.edgesCarry(), based);
    final long kept =
        table + EdgeAssignment.estimateBytes(vertices, edges) - StagedEdges.bytes(staged);
    return new CutMemory(
        EdgeTable.buildBytes(
            vertices, staged, edges, edgeTypes, options, header.edgesCarry(), based),
        kept + cut,
        kept
            + PlacedTable.estimateBytes(edges, edgeTypes, header.edgesCarry())
            + EdgeIncidences.estimateBytes(vertices, edges, partitions)
            + ReplicaTable.mostBytes(vertices, edges, partitions, header.vertexTypes().size()));
  }

  /** The most that is taken at once. */
  long mostBytes() {
    return Math.max(0, Math.max(sorting, Math.max(partitioning, placing)));
  }
}
