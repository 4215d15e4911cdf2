// SPDX-License-Identifier: Apache-2.0
package io.graphember.tensor.table;

import io.graphember.spi.Workers;
import io.graphember.spi.error.GraphemberException;
import io.graphember.tensor.TensorError;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.ReadWriteLock;
import java.util.concurrent.locks.ReentrantReadWriteLock;
import java.util.function.IntConsumer;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * All tables, and all partitions of them, that one storage node holds for one job.
 *
 * <p>Trainers change rows in one of two ways. Together ({@link #contribute}): the gradients of all
 * trainers for a step are added up in trainer order and applied in one go, so that the bits of the
 * rows do not depend on who came first. Each for itself ({@link #push}, {@link #add(int, long,
 * List)}): a change is made when it arrives, row by row. A job either contributes or pushes. A
 * request may be sent again when its reply is lost: it is applied once.
 *
 * <p>Safe for use by several threads. Reads and changes of single trainers run next to each other;
 * steps of all trainers and changes of whole tables run alone, on the workers. Requests may come
 * off the wire: what does not fit is refused with {@link TensorError#TABLE_UNKNOWN} or {@link
 * TensorError#TABLE_REQUEST_UNFIT}, and nothing of it is done.
 */
public final class TableHost {
  /** Most values that one request reads: 1 GiB. */
  public static final long MAX_VALUES = TableRequests.MAX_VALUES;

  /** The last step that rows can remember. */
  public static final long MAX_STEP = Integer.MAX_VALUE - 1;

  private final int trainers;
  private final Workers workers;
  private final Map<String, Map<Integer, HostedPartition>> tables = new ConcurrentHashMap<>();
  private final List<DeliveredSequences> delivered = new ArrayList<>();
  private final ReadWriteLock whole = new ReentrantReadWriteLock();
  private final AtomicLong completed;
  private final Object roundLock = new Object();
  private StepRound round;
  private @Nullable GraphemberException stopped; // why no step is waited for any more

  /**
   * A host without tables, before the first step.
   *
   * @param trainers of the job, at least 1
   * @param workers lent to this host alone
   */
  public TableHost(int trainers, Workers workers) {
    this(trainers, 0, workers);
  }

  /**
   * A host without tables.
   *
   * @param trainers of the job, at least 1
   * @param step last step that was completed, 0 or that of a checkpoint; below 2^31
   * @param workers lent to this host alone
   */
  public TableHost(int trainers, long step, Workers workers) {
    if (trainers < 1 || step < 0 || step > MAX_STEP) {
      throw new IllegalArgumentException(
          "need trainers >= 1 and 0 <= step < 2^31 - 1: trainers=%d step=%d"
              .formatted(trainers, step));
    }
    this.trainers = trainers;
    this.workers = workers;
    this.completed = new AtomicLong(step);
    this.round = new StepRound(step + 1, trainers);
    for (int t = 0; t < trainers; t++) {
      delivered.add(new DeliveredSequences(t));
    }
  }

  /**
   * Gives the host a partition; before trainers use its table.
   *
   * @throws IllegalArgumentException if another partition of the table has another specification
   */
  public void add(TablePartition partition) {
    TableSpec spec = partition.spec();
    Map<Integer, HostedPartition> table =
        tables.computeIfAbsent(spec.name(), name -> new ConcurrentSkipListMap<>());
    for (HostedPartition part : table.values()) {
      if (!part.rows().spec().equals(spec)) {
        throw new IllegalArgumentException(
            "one table, two specifications: %s %s".formatted(part.rows().spec(), spec));
      }
    }
    table.put(partition.partition(), new HostedPartition(partition));
  }

  /**
   * A partition of a table; empty if this host does not have it.
   *
   * @throws GraphemberException with code {@link TensorError#TABLE_UNKNOWN}
   */
  public Optional<TablePartition> partition(String table, int partition) {
    return Optional.ofNullable(table(table).get(partition)).map(HostedPartition::rows);
  }

  /** All partitions, by table and number. */
  public List<TablePartition> partitions() {
    List<TablePartition> all = new ArrayList<>();
    new TreeMap<>(tables)
        .values()
        .forEach(table -> table.values().forEach(part -> all.add(part.rows())));
    return all;
  }

  /** Does some work while no row is read or changed by a request, for example a checkpoint. */
  public <T> T alone(Supplier<T> work) {
    whole.writeLock().lock();
    try {
      return work.get();
    } finally {
      whole.writeLock().unlock();
    }
  }

  /** Last step that was completed: by all trainers, or by the one that pushed furthest. */
  public long step() {
    return completed.get();
  }

  /**
   * Reads rows.
   *
   * @return for each request {@code float[rows.length * dim]}, row-major, in the order asked for
   * @throws GraphemberException also with code {@link TensorError#STEP_AHEAD}
   */
  public List<float[]> get(List<RowRead> reads) {
    List<TablePartition> partitions = new ArrayList<>(reads.size());
    long values = 0;
    for (RowRead read : reads) {
      TablePartition partition = hosted(read.table(), read.partition()).rows();
      TableRequests.requireRows(read.rows(), partition);
      values += (long) read.rows().length * partition.spec().dim();
      partitions.add(partition);
    }
    TableRequests.requireSize(values);
    whole.readLock().lock();
    try {
      List<float[]> replies = new ArrayList<>(reads.size());
      for (int i = 0; i < reads.size(); i++) {
        replies.add(read(reads.get(i), partitions.get(i)));
      }
      return replies;
    } finally {
      whole.readLock().unlock();
    }
  }

  private float[] read(RowRead read, TablePartition partition) {
    final long step = read.step() == RowRead.LATEST ? completed.get() : read.step();
    requireCompleted(step);
    float[] weights = new float[read.rows().length * partition.spec().dim()];
    partition.get(read.rows(), 0, read.rows().length, step, weights, 0);
    return weights;
  }

  /**
   * Takes one trainer's gradients of a step. When those of all trainers are here, they are added up
   * in trainer order, checked, and applied, once for each row; then the futures of all trainers
   * complete. The last trainer's thread does the work.
   *
   * <p>The same contribution again gives the same future; one to a step that is completed gives a
   * future that is.
   *
   * @param trainer {@code 0 .. trainers - 1}
   * @param step number of the step, from 1
   * @param gradients kept until the step is done; not to be changed
   * @return fails with code {@link TensorError#GRADIENT_NOT_FINITE} and cause {@link
   *     GradientNotFinite}, for all trainers, if a sum is infinite or not a number; then nothing is
   *     applied, and the step stays failed. Fails with the reason if the host was stopped
   * @throws GraphemberException also with code {@link TensorError#STEP_AHEAD} if the step before is
   *     not completed
   */
  public CompletableFuture<Void> contribute(int trainer, long step, List<RowGradients> gradients) {
    TableRequests.requireTrainer(trainer, trainers);
    requireFit(gradients);
    final StepRound current;
    final boolean all;
    synchronized (roundLock) {
      if (stopped != null) {
        return CompletableFuture.failedFuture(stopped);
      }
      if (step < round.step()) {
        return CompletableFuture.completedFuture(null);
      }
      if (step > round.step()) {
        throw ahead("Trainer %d contributes to step %d".formatted(trainer, step), round.step() - 1);
      }
      current = round;
      all = current.take(trainer, gradients);
    }
    if (all) {
      finish(current);
    }
    return current.future(trainer);
  }

  private void finish(StepRound current) {
    try {
      alone(
          () -> {
            apply(byPartition(current.contributions()), current.step());
            return current;
          });
    } catch (RuntimeException | Error e) {
      current.fail(e);
      return;
    }
    synchronized (roundLock) {
      completed.set(current.step());
      round = new StepRound(current.step() + 1, trainers);
    }
    current.complete();
  }

  /**
   * Fails the step that trainers wait for, and all that they contribute from now on: nobody waits
   * for a trainer that will not come. Their replies leave from this thread.
   */
  public void stop(GraphemberException reason) {
    final StepRound current;
    synchronized (roundLock) {
      stopped = reason;
      current = round;
    }
    current.fail(reason);
  }

  /** Adds all up, then looks at all sums, then applies all. */
  private void apply(List<PartitionGradients> parts, long step) {
    each(parts.size(), i -> parts.get(i).sum());
    parts.forEach(PartitionGradients::finiteSums);
    each(
        parts.size(),
        i -> {
          RowSums sums = parts.get(i).finiteSums();
          TablePartition rows = parts.get(i).partition().rows();
          rows.update(sums.rows(), 0, sums.count(), sums.sums(), 0, step);
        });
  }

  /**
   * Applies one trainer's gradients at once, as the step {@code sequence + 1}: the trainer's own,
   * by which rates are reckoned. A row that another trainer has brought further stays there and is
   * changed. Nothing is done if the sequence number has come before.
   *
   * @param trainer {@code 0 .. trainers - 1}
   * @param sequence the trainer's number of this change, 0 or more and below {@link #MAX_STEP}, in
   *     one sequence with those of {@link #add(int, long, List)}
   * @throws GraphemberException also with codes {@link TensorError#GRADIENT_NOT_FINITE} and {@link
   *     TensorError#SEQUENCE_TOO_OLD}; nothing is applied
   */
  public void push(int trainer, long sequence, List<RowGradients> gradients) {
    List<PartitionGradients> parts = change(trainer, gradients);
    TableRequests.requireStep(sequence + 1);
    if (delivered.get(trainer).first(sequence)) {
      whole.readLock().lock();
      try {
        final long step = sequence + 1;
        parts.forEach(part -> part.partition().update(part.finiteSums(), step));
        completed.accumulateAndGet(step, Math::max);
      } finally {
        whole.readLock().unlock();
      }
    }
  }

  /**
   * Adds one trainer's values to rows at once. Nothing is done if the sequence number has come
   * before.
   *
   * @param trainer {@code 0 .. trainers - 1}
   * @param sequence the trainer's number of this change, see {@link #push}
   * @throws GraphemberException as {@link #push}
   */
  public void add(int trainer, long sequence, List<RowGradients> values) {
    List<PartitionGradients> parts = change(trainer, values);
    if (delivered.get(trainer).first(sequence)) {
      whole.readLock().lock();
      try {
        final long step = completed.get();
        parts.forEach(part -> part.partition().add(part.finiteSums(), step));
      } finally {
        whole.readLock().unlock();
      }
    }
  }

  /**
   * Changes a whole table at once. Nothing is done if the sequence number has come before.
   *
   * @param trainer {@code 0 .. trainers - 1}
   * @param sequence the trainer's number of this change, see {@link #push}
   * @throws GraphemberException also with codes {@link TensorError#STEP_AHEAD} and {@link
   *     TensorError#SEQUENCE_TOO_OLD}; nothing is changed
   */
  public void change(int trainer, long sequence, TableChange change) {
    TableRequests.requireTrainer(trainer, trainers);
    final Runnable work = work(change);
    if (delivered.get(trainer).first(sequence)) {
      work.run();
    }
  }

  private Runnable work(TableChange change) {
    requireCompleted(change.step());
    TableRequests.requireFinite(change.scalar());
    List<HostedPartition> parts = List.copyOf(table(change.table()).values());
    if (change.source().isEmpty()) {
      return () ->
          onAll(parts.size(), i -> parts.get(i).rows().mult(change.scalar(), change.step()));
    }
    List<TablePartition> others = new ArrayList<>();
    for (HostedPartition part : parts) {
      TablePartition other = hosted(change.source().get(), part.rows().partition()).rows();
      TableRequests.requireSameShape(part.rows(), other);
      others.add(other);
    }
    return () ->
        onAll(
            parts.size(),
            i -> parts.get(i).rows().multAdd(others.get(i), change.scalar(), change.step()));
  }

  private void requireCompleted(long step) {
    final long known = completed.get();
    if (step < 0 || step > known) {
      throw ahead("Rows as after step %d are asked for".formatted(step), known);
    }
  }

  /** Sums of one trainer's values, all finite. */
  private List<PartitionGradients> change(int trainer, List<RowGradients> values) {
    TableRequests.requireTrainer(trainer, trainers);
    requireFit(values);
    List<PartitionGradients> parts = byPartition(List.of(values));
    parts.forEach(PartitionGradients::sum);
    parts.forEach(PartitionGradients::finiteSums);
    return parts;
  }

  /** Gradients of each partition, in the order in which they are given. */
  private List<PartitionGradients> byPartition(List<List<RowGradients>> contributions) {
    Map<HostedPartition, PartitionGradients> parts = new LinkedHashMap<>();
    for (List<RowGradients> contribution : contributions) {
      for (RowGradients gradients : contribution) {
        parts
            .computeIfAbsent(
                hosted(gradients.table(), gradients.partition()), PartitionGradients::new)
            .add(gradients);
      }
    }
    return List.copyOf(parts.values());
  }

  private void requireFit(List<RowGradients> all) {
    for (RowGradients gradients : all) {
      TablePartition partition = hosted(gradients.table(), gradients.partition()).rows();
      TableRequests.requireRows(gradients.rows(), partition);
      TableRequests.requireValues(gradients, partition);
    }
  }

  private HostedPartition hosted(String table, int partition) {
    HostedPartition hosted = table(table).get(partition);
    if (hosted == null) {
      throw TableRequests.noPartition(table, partition);
    }
    return hosted;
  }

  private Map<Integer, HostedPartition> table(String name) {
    Map<Integer, HostedPartition> table = tables.get(name);
    if (table == null) {
      throw new GraphemberException(
          TensorError.TABLE_UNKNOWN,
          "There is no table '%s', there are %s.".formatted(name, new TreeSet<>(tables.keySet())));
    }
    return table;
  }

  private static GraphemberException ahead(String what, long known) {
    return new GraphemberException(
        TensorError.STEP_AHEAD, "%s, the last completed step is %d.".formatted(what, known));
  }

  /** Does something for each of a number of partitions, alone. */
  private void onAll(int count, IntConsumer work) {
    alone(
        () -> {
          each(count, work);
          return count;
        });
  }

  private void each(int count, IntConsumer work) {
    workers.each(
        count,
        1,
        (worker, from, to) -> {
          for (int i = from; i < to; i++) {
            work.accept(i);
          }
        });
  }
}
