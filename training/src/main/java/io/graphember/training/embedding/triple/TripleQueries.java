// SPDX-License-Identifier: Apache-2.0
package io.graphember.training.embedding.triple;

import io.graphember.sampling.engine.Replies;
import io.graphember.spi.triple.End;
import io.graphember.tensor.table.RowRead;
import io.graphember.tensor.table.RowTransport;
import io.graphember.training.embedding.step.BatchEmbeddings;
import io.graphember.training.embedding.step.TouchedRows;
import java.util.Arrays;
import java.util.List;

/**
 * Makes queries of the newest rows of entities and relations, which it fetches. Used by one thread.
 *
 * @param plan of the job
 * @param transport way to the rows
 * @param partitions number of partitions P
 * @param replies how rows are waited for
 */
public record TripleQueries(
    TriplePlan plan, RowTransport transport, int partitions, Replies replies) {
  /**
   * Rows of entities.
   *
   * @param ids of vertices
   * @return {@code float[ids * dim]}
   */
  float[] entities(long[] ids) {
    return rows(TriplePlan.ENTITIES, plan.dim(), ids);
  }

  /**
   * Queries of one relation.
   *
   * @param missing the end that is asked for
   * @param relation number of the edge type
   * @param entityRows rows of the entities at the other end, {@code float[count * dim]}
   * @return {@code float[count * RowComparison.stride(dim)]}
   */
  float[] of(End missing, int relation, float[] entityRows) {
    final boolean reversed = missing == End.HEAD && plan.reciprocal();
    final int row = reversed ? plan.reverse(relation) : relation;
    final float[] relationRow =
        rows(TriplePlan.RELATIONS, plan.relationDim(), new long[] {plan.relationId(row)});
    final int dim = plan.dim();
    final int stride = RowComparison.stride(dim);
    final int count = entityRows.length / dim;
    final float[] queries = new float[count * stride];
    for (int i = 0; i < count; i++) {
      plan.scoring()
          .query(
              reversed ? End.TAIL : missing,
              entityRows,
              i * dim,
              relationRow,
              0,
              queries,
              i * stride,
              dim);
    }
    return queries;
  }

  /**
   * Queries of one relation, to be compared with all entities of a type.
   *
   * @param missing the end that is asked for
   * @param relation number of the edge type
   * @param vertexType type of the entities that are asked for
   * @param ids of the entities at the other end
   * @param known of each the ids that are left out, ascending
   */
  public EntityQueries of(End missing, int relation, int vertexType, long[] ids, long[][] known) {
    return EntityQueries.of(vertexType, of(missing, relation, entities(ids)), known);
  }

  /**
   * The rows of relations, in the order of the graph's edge types; of reciprocal ones that of the
   * reverse behind it.
   */
  public float[][] relations() {
    final int count = plan.relations();
    final long[] ids = new long[plan.relationRows()];
    Arrays.setAll(ids, plan::relationId);
    final int dim = plan.relationDim();
    final float[] all = rows(TriplePlan.RELATIONS, dim, ids);
    final float[][] relations = new float[count][plan.relationFloats()];
    for (int relation = 0; relation < count; relation++) {
      System.arraycopy(all, relation * dim, relations[relation], 0, dim);
      if (plan.reciprocal()) {
        System.arraycopy(all, plan.reverse(relation) * dim, relations[relation], dim, dim);
      }
    }
    return relations;
  }

  private float[] rows(String table, int dim, long[] ids) {
    BatchEmbeddings rows =
        new BatchEmbeddings(
            List.of(new TouchedRows(table, dim, ids, ids.length)),
            transport,
            partitions,
            partition -> true);
    return rows.await(rows.fetch(RowRead.LATEST), replies).get(0);
  }
}
