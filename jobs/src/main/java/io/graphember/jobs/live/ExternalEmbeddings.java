// SPDX-License-Identifier: Apache-2.0
package io.graphember.jobs.live;

import io.graphember.graph.id.BlockKey;
import io.graphember.graph.id.Table;
import io.graphember.graph.id.Vid;
import io.graphember.graph.store.KeySection;
import io.graphember.graph.store.Section;
import io.graphember.jobs.catalog.StoredEmbedding;
import io.graphember.jobs.cluster.Caches;
import io.graphember.jobs.cluster.Values;
import io.graphember.memory.MemoryBudget;
import io.graphember.memory.array.LongArray;
import io.graphember.memory.bytes.ByteReader;
import io.graphember.schema.piece.KeyColumn;
import io.graphember.spi.error.GraphemberException;
import io.graphember.tensor.checkpoint.CheckpointManifest;
import io.graphember.tensor.checkpoint.CheckpointReader;
import io.graphember.tensor.checkpoint.ManifestFormat;
import io.graphember.tensor.checkpoint.StoredPartition;
import io.graphember.tensor.table.TablePartition;
import io.graphember.tensor.table.TableRows;
import io.graphember.tensor.table.TableSpec;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;

/**
 * Gives the tables of a job the rows that another job has left, partition by partition. A vertex
 * keeps its partition in all versions of a graph; in another version it is found by its key.
 */
public final class ExternalEmbeddings {
  /** A key of either version: entry of a hash map, its key and number. */
  private static final long KEY_BYTES = 96;

  private final Caches caches;
  private final LiveJob job;
  private final StoredEmbedding given;
  private final CheckpointManifest manifest;

  /**
   * Rows for a job whose tables are open.
   *
   * @param given what the other job has left, in tables of the same names and dimension
   */
  public ExternalEmbeddings(Caches caches, LiveJob job, StoredEmbedding given) {
    this.caches = caches;
    this.job = job;
    this.given = given;
    this.manifest = ManifestFormat.decode(given.manifest());
  }

  /**
   * Carries rows over.
   *
   * @return ids of the vertices here that the other job had no rows of, ascending
   * @throws GraphemberException if memory does not suffice or a block is damaged
   */
  public long[] carry() {
    LongArray added = new LongArray(16);
    for (int p : job.held()) {
      job.check();
      final TableSpec spec = given.parameters().tables().get(0); // those of vertices are alike
      final int rows = rows(spec, p);
      final long keys = (long) rows + job.partition(p).topology().masters();
      MemoryBudget.Reservation memory =
          job.budget()
              .take(
                  TablePartition.estimateBytes(spec, rows) + KEY_BYTES * keys,
                  "The rows that job %d starts from".formatted(job.plan().job()));
      try {
        carry(p, rows, added);
      } finally {
        memory.close();
      }
    }
    return added.toArray();
  }

  private void carry(int partition, int rows, LongArray added) {
    final int[] targets = targets(partition, rows);
    for (TableSpec spec : given.parameters().tables()) {
      if (spec.rows() instanceof TableRows.OfVertices) {
        carry(spec, partition, rows, targets);
      } else {
        final int numbered = rows(spec, partition);
        carry(spec, partition, numbered, IntStream.range(0, numbered).toArray());
      }
    }
    boolean[] carried = new boolean[job.partition(partition).topology().masters()];
    for (int row : targets) {
      if (row >= 0) {
        carried[row] = true;
      }
    }
    for (int row = 0; row < carried.length; row++) {
      if (!carried[row]) {
        added.add(Vid.of(partition, row));
      }
    }
  }

  private int rows(TableSpec spec, int partition) {
    return manifest
        .table(spec.name())
        .flatMap(table -> table.partition(partition))
        .map(StoredPartition::rows)
        .orElse(0);
  }

  private void carry(TableSpec spec, int partition, int rows, int[] targets) {
    TablePartition from = new TablePartition(spec, partition, rows);
    Values<Long, byte[]> cache = caches.open(given.cache());
    List<String> names = given.parameters().tables().stream().map(TableSpec::name).toList();
    new CheckpointReader(
            manifest,
            new CacheBlockStore(cache, names, job),
            given.graph().name(),
            given.graph().version())
        .restore(from);
    TablePartition to = job.tables().host().partition(spec.name(), partition).orElseThrow();
    float[] row = new float[spec.dim()];
    final int[] source = new int[1];
    final int[] target = new int[1];
    for (int i = 0; i < rows; i++) {
      if (targets[i] >= 0) {
        source[0] = i;
        target[0] = targets[i];
        from.get(source, 0, 1, manifest.step(), row, 0);
        to.put(target, 0, 1, row, 0, false, 0);
      }
    }
  }

  /** Row of each vertex of the other version in this one, -1 if it is gone. */
  private int[] targets(int partition, int rows) {
    int[] targets = new int[rows];
    if (given.graph().version() == job.graph().version()) {
      Arrays.setAll(targets, i -> i);
      return targets;
    }
    KeyColumn keys = job.partition(partition).keys();
    Map<Object, Integer> numbers = new HashMap<>(2 * keys.size());
    for (int i = 0; i < keys.size(); i++) {
      numbers.put(keys.keyAt(i), i);
    }
    KeyColumn before = keysBefore(partition);
    Arrays.setAll(targets, i -> numbers.getOrDefault(before.keyAt(i), -1));
    return targets;
  }

  private KeyColumn keysBefore(int partition) {
    Values<Long, byte[]> blocks = caches.open(given.graph().cache());
    ByteReader section =
        Section.fromBlocks(
            Table.KEYS,
            partition,
            block -> blocks.get(BlockKey.of(partition, Table.KEYS.number(), block)).orElse(null));
    return KeySection.decode(partition, section).get(0);
  }

  /** Gives new vertices their rows, {@code float[vids.length * dim]} of each table. */
  public static void put(LiveJob job, List<TableSpec> tables, long[] vids, List<float[]> rows) {
    for (int t = 0; t < tables.size(); t++) {
      final TableSpec spec = tables.get(t);
      for (int i = 0; i < vids.length; i++) {
        job.tables()
            .host()
            .partition(spec.name(), Vid.partition(vids[i]))
            .orElseThrow()
            .put(new int[] {Vid.local(vids[i])}, 0, 1, rows.get(t), i * spec.dim(), false, 0);
      }
    }
  }
}
