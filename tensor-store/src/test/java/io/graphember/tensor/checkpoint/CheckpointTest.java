// SPDX-License-Identifier: Apache-2.0
package io.graphember.tensor.checkpoint;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.graphember.spi.CounterRandom;
import io.graphember.spi.error.GraphemberException;
import io.graphember.tensor.TensorError;
import io.graphember.tensor.fixture.MemoryBlockStore;
import io.graphember.tensor.optimizer.LearningRate;
import io.graphember.tensor.table.Precision;
import io.graphember.tensor.table.RowInitializer;
import io.graphember.tensor.table.RowOptimizer;
import io.graphember.tensor.table.TablePartition;
import io.graphember.tensor.table.TableSpec;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.function.UnaryOperator;
import java.util.zip.CRC32C;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.constraints.IntRange;
import org.junit.jupiter.api.Test;

class CheckpointTest {
  private static final int DIM = 600;
  private static final int ROWS = 3000; // several blocks, whatever the slots
  private static final LearningRate RATE = LearningRate.cosine(0.1f, 0.01f, 60).warmUp(9);
  private static final RowOptimizer MOMENTUM = RowOptimizer.momentum(RATE);

  private static TableSpec spec(String name, Precision precision, RowOptimizer optimizer) {
    return new TableSpec(name, DIM, precision, RowInitializer.uniform(0.5f, 4), optimizer);
  }

  private static TablePartition partition(TableSpec spec) {
    return new TablePartition(spec, 3, ROWS);
  }

  /** A step with gradients for some rows, most of them in a few blocks. */
  private static void train(TablePartition table, int step) {
    int[] rows = new int[20];
    for (int i = 0; i < rows.length; i++) {
      rows[i] = (CounterRandom.bounded(CounterRandom.bits(5, step), ROWS / 3) + 7 * i) % ROWS;
    }
    float[] gradients = new float[rows.length * table.spec().dim()];
    for (int i = 0; i < gradients.length; i++) {
      gradients[i] = CounterRandom.unitFloat(CounterRandom.bits(step, i)) - 0.5f;
    }
    table.update(rows, 0, rows.length, gradients, 0, step);
  }

  private static float[] rows(TablePartition table, long step) {
    int[] names = new int[table.rows()];
    Arrays.setAll(names, i -> i);
    float[] weights = new float[table.rows() * table.spec().dim()];
    table.get(names, 0, names.length, step, weights, 0);
    return weights;
  }

  private static CheckpointManifest write(
      CheckpointWriter writer,
      TablePartition table,
      long step,
      long version,
      Optional<CheckpointManifest> last) {
    return CheckpointManifest.of(step, version, "g", 2, writer.write(List.of(table), last));
  }

  @Provide
  Arbitrary<RowOptimizer> optimizers() {
    return Arbitraries.of(
        RowOptimizer.sgd(RATE),
        MOMENTUM,
        RowOptimizer.adagrad(RATE),
        RowOptimizer.adam(RATE),
        new RowOptimizer.Adam(RATE, 0.9f, 0.999f, 1e-8f, true),
        RowOptimizer.adamW(RATE, 0.1f),
        new RowOptimizer.AdamW(RATE, 0.9f, 0.999f, 1e-8f, 0.1f, true));
  }

  /**
   * With checkpoints here and there, and some that are given up; one restores the last complete.
   */
  @Property(tries = 40, seed = "81")
  void goingOnFromACheckpointGivesTheBitsOfNotStopping(
      @ForAll("optimizers") RowOptimizer optimizer,
      @ForAll Precision precision,
      @ForAll @IntRange(min = 1, max = 12) int first,
      @ForAll @IntRange(min = 1, max = 12) int more,
      @ForAll boolean abandoned) {
    TableSpec spec = spec("t", precision, optimizer);
    final int end = first + more + 10;
    TablePartition whole = partition(spec);
    for (int step = 1; step <= end; step++) {
      train(whole, step);
    }
    MemoryBlockStore store = new MemoryBlockStore();
    CheckpointWriter writer = new CheckpointWriter(store);
    TablePartition table = partition(spec);
    Optional<CheckpointManifest> last = Optional.empty();
    for (int step = 1; step <= first + more; step++) {
      train(table, step);
      if (step == first || step == first + more) {
        last = Optional.of(write(writer, table, step, step, last));
        writer.completed();
      } else if (abandoned && step == first + 1) {
        write(writer, table, step, step, last); // its blocks lie there, its manifest does not
      }
    }
    train(table, first + more + 1); // lost
    TablePartition restored = partition(spec);
    CheckpointManifest manifest = ManifestFormat.decode(ManifestFormat.encode(last.orElseThrow()));
    assertThat(manifest).isEqualTo(last.orElseThrow());
    new CheckpointReader(manifest, store, "g", 2).restore(restored);
    for (int step = first + more + 1; step <= end; step++) {
      train(restored, step);
    }
    assertThat(rows(restored, end + 30)).isEqualTo(rows(whole, end + 30));
  }

  /** What is being written never takes the place of what the last manifest names. */
  @Test
  void theLastCheckpointStaysUntilTheNextOneIsComplete() {
    MemoryBlockStore store = new MemoryBlockStore();
    CheckpointWriter writer = new CheckpointWriter(store);
    TablePartition table = partition(spec("t", Precision.FLOAT32, MOMENTUM));
    Optional<CheckpointManifest> last = Optional.empty();
    for (int step = 1; step <= 6; step++) {
      train(table, step);
      final CheckpointManifest next = write(writer, table, step, step, last);
      if (last.isPresent()) {
        assertRestores(last.orElseThrow(), store, step - 1);
      }
      writer.completed();
      assertRestores(next, store, step);
      last = Optional.of(next);
    }
  }

  private static void assertRestores(CheckpointManifest manifest, BlockStore store, int steps) {
    TablePartition expected = partition(spec("t", Precision.FLOAT32, MOMENTUM));
    for (int step = 1; step <= steps; step++) {
      train(expected, step);
    }
    TablePartition restored = partition(expected.spec());
    new CheckpointReader(manifest, store, "g", 2).restore(restored);
    assertThat(rows(restored, steps)).isEqualTo(rows(expected, steps));
  }

  @Test
  void onlyBlocksThatHaveChangedAreWritten() {
    MemoryBlockStore store = new MemoryBlockStore();
    CheckpointWriter writer = new CheckpointWriter(store);
    TablePartition table = partition(spec("t", Precision.FLOAT32, MOMENTUM));
    final int perBlock = table.blockRows(0);
    assertThat(table.blocks()).isGreaterThan(5);
    float[] row = new float[DIM];
    table.put(new int[] {0, 4 * perBlock}, 0, 1, row, 0, true, 1);
    table.put(new int[] {0, 4 * perBlock}, 1, 2, row, 0, true, 1);
    final CheckpointManifest first = write(writer, table, 1, 1, Optional.empty());
    writer.completed();
    assertThat(store.size()).isEqualTo(2);
    final List<BlockSlot> slots = first.tables().get(0).partitions().get(0).blocks();
    assertThat(slots.get(0)).isEqualTo(BlockSlot.A);
    assertThat(slots.get(1)).isEqualTo(BlockSlot.UNTOUCHED);
    assertThat(slots.get(4)).isEqualTo(BlockSlot.A);
    table.put(new int[] {1}, 0, 1, row, 0, true, 2);
    final CheckpointManifest second = write(writer, table, 2, 2, Optional.of(first));
    assertThat(store.size()).isEqualTo(3);
    final List<BlockSlot> later = second.tables().get(0).partitions().get(0).blocks();
    assertThat(later.get(0)).isEqualTo(BlockSlot.B);
    assertThat(later.get(4)).isEqualTo(BlockSlot.A);
    writer.abandoned();
    assertThat(write(writer, table, 3, 3, Optional.of(first)).tables())
        .isEqualTo(second.tables()); // written again, to the same slot
    writer.completed();
    assertThat(write(writer, table, 4, 4, Optional.of(second)).tables()).isEqualTo(second.tables());
    assertThat(store.size()).isEqualTo(3);
  }

  @Test
  void partsOfSeveralHostsMakeOneManifest() {
    CheckpointWriter writer = new CheckpointWriter(new MemoryBlockStore());
    TableSpec in = spec("in", Precision.FLOAT32, MOMENTUM);
    TableSpec out = spec("out", Precision.BFLOAT16, MOMENTUM);
    List<StoredTable> parts =
        writer.write(
            List.of(
                new TablePartition(out, 1, 5),
                new TablePartition(in, 2, 6),
                new TablePartition(in, 0, 7)),
            Optional.empty());
    CheckpointManifest manifest = CheckpointManifest.of(9, 1, "g", 2, parts);
    assertThat(manifest.tables()).extracting(StoredTable::name).containsExactly("in", "out");
    assertThat(manifest.table("in").orElseThrow().partitions())
        .extracting(StoredPartition::partition)
        .containsExactly(0, 2);
    assertThat(manifest.table("none")).isEmpty();
  }

  @Test
  void aCheckpointOfAnotherJobIsRefused() {
    MemoryBlockStore store = new MemoryBlockStore();
    TablePartition table = partition(spec("t", Precision.FLOAT32, MOMENTUM));
    final CheckpointManifest manifest =
        write(new CheckpointWriter(store), table, 1, 1, Optional.empty());
    assertMismatch(
        () -> new CheckpointReader(manifest, store, "h", 2),
        "the graph is g in the checkpoint and h in the job");
    assertMismatch(
        () -> new CheckpointReader(manifest, store, "g", 3),
        "the version of the graph is 2 in the checkpoint and 3 in the job");
    RowInitializer uniform = RowInitializer.uniform(0.5f, 4);
    assertTableMismatch(
        manifest,
        new TableSpec("t", 10, Precision.FLOAT32, uniform, MOMENTUM),
        "the dimension of table 't' is 600 in the checkpoint and 10 in the job");
    assertTableMismatch(
        manifest,
        spec("t", Precision.BFLOAT16, MOMENTUM),
        "the precision of table 't' is FLOAT32 in the checkpoint and BFLOAT16 in the job");
    assertTableMismatch(
        manifest,
        spec("t", Precision.FLOAT32, RowOptimizer.adam(RATE)),
        "the optimizer of table 't' is momentum in the checkpoint and adam in the job");
    assertTableMismatch(
        manifest,
        new TableSpec("t", DIM, Precision.FLOAT32, RowInitializer.zeros(), MOMENTUM),
        "the initializer of table 't' is Uniform[bound=0.5, seed=4] in the checkpoint and Zeros[]"
            + " in the job");
    assertTableMismatch(
        manifest,
        spec("u", Precision.FLOAT32, MOMENTUM),
        "table 'u' is absent in the checkpoint and asked for in the job");
    CheckpointReader reader = new CheckpointReader(manifest, store, "g", 2);
    assertMismatch(
        () -> reader.restore(new TablePartition(table.spec(), 4, ROWS)),
        "partition 4 of table 't' is absent in the checkpoint and asked for in the job");
    assertMismatch(
        () -> reader.restore(new TablePartition(table.spec(), 3, ROWS + 1)),
        "the number of rows in partition 3 of table 't' is 3000 in the checkpoint and 3001 in the"
            + " job");
  }

  private static void assertTableMismatch(
      CheckpointManifest manifest, TableSpec spec, String what) {
    CheckpointReader reader = new CheckpointReader(manifest, new MemoryBlockStore(), "g", 2);
    assertMismatch(() -> reader.restore(partition(spec)), what);
  }

  private static void assertMismatch(Runnable work, String what) {
    assertThatThrownBy(work::run)
        .hasMessage("The checkpoint does not belong to this job: %s.".formatted(what))
        .matches(e -> ((GraphemberException) e).is(TensorError.CHECKPOINT_MISMATCH));
  }

  @Test
  void aMissingOrDamagedBlockIsNamed() {
    assertCorrupt(bytes -> new byte[0], "it has 0 bytes");
    assertCorrupt(bytes -> flipped(bytes, 0), "its header does not match");
    assertCorrupt(
        bytes -> flipped(bytes, 4),
        "it has version 0 of its format and this node reads version 1; start the nodes with the version of Graphember that wrote it, or make it again");
    assertCorrupt(bytes -> flipped(bytes, 17), "its header does not match");
    assertCorrupt(bytes -> flipped(bytes, 20), "its checksum does not match");
    assertCorrupt(bytes -> flipped(bytes, bytes.length - 1), "its checksum does not match");
    MemoryBlockStore store = new MemoryBlockStore();
    TablePartition table = partition(spec("t", Precision.FLOAT32, MOMENTUM));
    train(table, 5);
    final CheckpointManifest manifest =
        write(new CheckpointWriter(store), table, 4, 1, Optional.empty());
    assertThatThrownBy(
            () -> new CheckpointReader(manifest, store, "g", 2).restore(partition(table.spec())))
        .hasMessageEndingWith("cannot be read in the checkpoint: a row of it is ahead of step 4.");
    for (int block = 0; block < table.blocks(); block++) {
      store.drop(3, "t", BlockSlot.A, block);
    }
    assertThatThrownBy(
            () -> new CheckpointReader(manifest, store, "g", 2).restore(partition(table.spec())))
        .hasMessageEndingWith("cannot be read in the checkpoint: it is missing.");
  }

  private static byte[] flipped(byte[] bytes, int at) {
    byte[] wrong = bytes.clone();
    wrong[at] ^= 1;
    return wrong;
  }

  private static void assertCorrupt(UnaryOperator<byte[]> damage, String what) {
    MemoryBlockStore store = new MemoryBlockStore();
    TablePartition table = partition(spec("t", Precision.FLOAT32, MOMENTUM));
    table.put(new int[] {2}, 0, 1, new float[DIM], 0, true, 1);
    final CheckpointManifest manifest =
        write(new CheckpointWriter(store), table, 1, 1, Optional.empty());
    byte[] bytes = store.get(3, "t", BlockSlot.A, 0).orElseThrow();
    store.put(3, "t", BlockSlot.A, 0, damage.apply(bytes));
    assertThatThrownBy(
            () -> new CheckpointReader(manifest, store, "g", 2).restore(partition(table.spec())))
        .hasMessage(
            "Block 0 of partition 3 of table 't' cannot be read in the checkpoint: %s."
                .formatted(what))
        .matches(e -> ((GraphemberException) e).is(TensorError.CHECKPOINT_CORRUPT));
  }

  /** Whatever is wrong with the bytes, it is found, and takes no memory that is not there. */
  @Test
  void aDamagedManifestIsRefused() {
    TablePartition table = partition(spec("t", Precision.FLOAT32, MOMENTUM));
    byte[] bytes =
        ManifestFormat.encode(
            write(new CheckpointWriter(new MemoryBlockStore()), table, 1, 1, Optional.empty()));
    for (int length = 0; length < bytes.length; length++) {
      final byte[] cut = Arrays.copyOf(bytes, length);
      assertThatThrownBy(() -> ManifestFormat.decode(cut))
          .hasMessageStartingWith("The manifest of a checkpoint cannot be read: ")
          .matches(e -> ((GraphemberException) e).is(TensorError.CHECKPOINT_CORRUPT));
    }
    for (int at = 0; at < bytes.length; at++) {
      final byte[] wrong = flipped(bytes, at);
      assertThatThrownBy(() -> ManifestFormat.decode(wrong))
          .hasMessageStartingWith("The manifest of a checkpoint cannot be read: ");
    }
    assertManifest(new byte[3], "it ends too early");
    assertManifest(flipped(bytes, 3), "its first bytes are not those of a manifest");
    assertManifest(
        flipped(bytes, 7), "it has version 0 of its format and this node reads version 1; start");
    assertManifest(flipped(bytes, 8), "its checksum does not match");
    final int tables = 12 + 16 + 3 + 8; // what is before their number
    assertManifest(sealed(bytes, tables, (byte) 0x7F), "2130706433 entries do not fit");
    assertManifest(sealed(bytes, tables + 3, (byte) 0), "bytes are left over");
    assertManifest(sealed(bytes, tables + 11, (byte) 2), "it holds 2 where 0 to 1 may be");
  }

  /** With another byte and the right checksum. */
  private static byte[] sealed(byte[] bytes, int at, byte value) {
    byte[] wrong = bytes.clone();
    wrong[at] = value;
    CRC32C crc = new CRC32C();
    crc.update(wrong, 12, wrong.length - 12);
    ByteBuffer.wrap(wrong).putInt(8, (int) crc.getValue());
    return wrong;
  }

  private static void assertManifest(byte[] bytes, String what) {
    assertThatThrownBy(() -> ManifestFormat.decode(bytes))
        .hasMessageStartingWith("The manifest of a checkpoint cannot be read: ")
        .hasMessageContaining(what);
  }
}
