// SPDX-License-Identifier: Apache-2.0
package io.graphember.jobs.live;

import io.graphember.graph.id.BlockKey;
import io.graphember.graph.id.Table;
import io.graphember.graph.id.Vid;
import io.graphember.graph.store.KeySection;
import io.graphember.graph.store.Section;
import io.graphember.jobs.catalog.StoredEmbedding;
import io.graphember.jobs.cluster.Caches;
import io.graphember.jobs.cluster.GraphBlocks;
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
      final int rows = IntStream.of(before(p)).map(q -> rows(spec, q)).sum();
      final long keys = (long) rows + job.partition(p).topology().masters();
      MemoryBudget.Reservation memory =
          job.budget()
              .take(
                  TablePartition.estimateBytes(spec, rows) + KEY_BYTES * keys,
                  "The rows that job %d starts from".formatted(job.plan().job()));
      try {
        carry(p, added);
      } finally {
        memory.close();
      }
    }
    return added.toArray();
  }

  private boolean same() {
    return given.graph().version() == job.graph().version();
  }

  /**
   * The partitions of the other version that may have had the vertices of one: the same, and the
   * one of what had been added, which is dealt to all others when partitions are made anew.
   */
  private int[] before(int partition) {
    final int added = given.graph().partitions() - 1;
    return !same() && given.graph().sealedVersion().isPresent() && partition != added
        ? new int[] {partition, added}
        : new int[] {partition};
  }

  private void carry(int partition, LongArray added) {
    boolean[] carried = new boolean[job.partition(partition).topology().masters()];
    for (int from : before(partition)) {
      final int rows = rows(given.parameters().tables().get(0), from);
      final int[] targets = targets(from, rows, partition);
      for (TableSpec spec : given.parameters().tables()) {
        if (spec.rows() instanceof TableRows.OfVertices) {
          carry(spec, from, partition, targets);
        }
      }
      for (int row : targets) {
        if (row >= 0) {
          carried[row] = true;
        }
      }
    }
    for (TableSpec spec : given.parameters().tables()) {
      if (spec.rows() instanceof TableRows.Numbered) {
        carryNumbered(spec, partition);
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

  /** Rows that are dealt in turn lie elsewhere where there are more partitions. */
  private void carryNumbered(TableSpec spec, int partition) {
    final int partitions = job.graph().partitions();
    final int before = given.graph().partitions();
    for (int p = 0; p < before; p++) {
      final int from = p;
      final int[] targets =
          IntStream.range(0, rows(spec, from))
              .map(row -> from + row * before)
              .map(
                  number ->
                      TableRows.Numbered.partition(number, partitions) == partition
                          ? TableRows.Numbered.row(number, partitions)
                          : -1)
              .toArray();
      if (IntStream.of(targets).anyMatch(row -> row >= 0)) {
        carry(spec, from, partition, targets);
      }
    }
  }

  /**
   * Carries rows of one partition of the other version over.
   *
   * @param from its number there
   * @param partition where the rows go here
   * @param targets where each row goes; -1 for nowhere
   */
  private void carry(TableSpec spec, int from, int partition, int[] targets) {
    final TablePartition rows = new TablePartition(spec, from, targets.length);
    Values<Long, byte[]> cache = caches.open(given.cache());
    List<String> names = given.parameters().tables().stream().map(TableSpec::name).toList();
    new CheckpointReader(
            manifest,
            new CacheBlockStore(cache, names, job),
            given.graph().name(),
            given.graph().version())
        .restore(rows);
    TablePartition to = job.tables().host().partition(spec.name(), partition).orElseThrow();
    float[] row = new float[spec.dim()];
    final int[] source = new int[1];
    final int[] target = new int[1];
    for (int i = 0; i < targets.length; i++) {
      if (targets[i] >= 0) {
        source[0] = i;
        target[0] = targets[i];
        rows.get(source, 0, 1, manifest.step(), row, 0);
        to.put(target, 0, 1, row, 0, false, 0);
      }
    }
  }

  /**
   * Row in a partition here of each vertex of a partition of the other version, -1 if it is not
   * there.
   */
  private int[] targets(int from, int rows, int partition) {
    int[] targets = new int[rows];
    if (rows == 0 || same()) {
      Arrays.setAll(targets, i -> i);
      return targets;
    }
    KeyColumn keys = job.partition(partition).keys();
    Map<Object, Integer> numbers = new HashMap<>(2 * keys.size());
    for (int i = 0; i < keys.size(); i++) {
      numbers.put(keys.keyAt(i), i);
    }
    KeyColumn before = keysBefore(from);
    Arrays.setAll(targets, i -> numbers.getOrDefault(before.keyAt(i), -1));
    return targets;
  }

  private KeyColumn keysBefore(int partition) {
    final GraphBlocks blocks = GraphBlocks.of(caches, given.graph());
    ByteReader section =
        Section.fromBlocks(
            Table.KEYS,
            partition,
            block -> blocks.apply(BlockKey.of(partition, Table.KEYS.number(), block)));
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
