// SPDX-License-Identifier: Apache-2.0
package io.graphember.inference.predict;

import io.graphember.inference.slice.KernelRunner;
import io.graphember.inference.slice.Slice;
import io.graphember.inference.slice.SliceBatch;
import io.graphember.inference.slice.SliceRunner;
import io.graphember.inference.slice.SliceWeights;
import io.graphember.kernels.MatMul;
import io.graphember.memory.MemoryBudget;
import io.graphember.spi.backend.ModelSpec;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/**
 * A trained model that is run over the neighbourhoods of a few vertices, by the kernels of this
 * JVM: layer by layer as over a whole graph (GLISP, section III-D), but of each layer only the
 * vertices that are asked for, or that the next layer reads.
 *
 * <p>What a vertex gets depends on its neighbourhood alone, not on the others that are asked for
 * with it. Of all in-neighbours it is what inference over the whole graph gives, but for rounding.
 *
 * <p>O(edges dim + vertices dim^2) of the neighbourhoods without their last hop; memory: the rows
 * of their vertices but those of the last hop. Immutable; safe for any thread.
 */
public final class FewVertices {
  private static final int BATCH_ROWS = 512;
  private static final int BATCH_EDGES = 8192;
  private static final int BYTES_OF_EDGE = 64; // lists as they come and as they are kept
  private static final int BYTES_OF_VERTEX = 128;

  private final List<Slice> slices;
  private final List<SliceWeights> weights;
  private final boolean selfLoops;
  private final EdgeNeeds needs;
  private final int mostEdges;

  /**
   * A model.
   *
   * @param parameters flat, see {@link ModelSpec#layout()}
   * @param mostEdges edges of the neighbourhoods of a call, at most
   */
  public FewVertices(ModelSpec spec, float[] parameters, int mostEdges) {
    slices = Slice.ofFew(spec);
    weights =
        slices.stream().map(slice -> new SliceWeights(slice, spec.layout(), parameters)).toList();
    selfLoops = spec.kind().selfLoops();
    needs = EdgeNeeds.of(slices);
    this.mostEdges = mostEdges;
  }

  /** What it looks at of edges. */
  public EdgeNeeds needs() {
    return needs;
  }

  /** Number of layers, and of hops. */
  public int layers() {
    return slices.size();
  }

  /** Floats of a row that leaves the last layer. */
  public int outputDim() {
    return columns(layers() - 1);
  }

  /** Floats of a row that enters the last layer; of a model of one layer, that leaves it. */
  public int embeddingDim() {
    return columns(Math.max(0, layers() - 2));
  }

  private int columns(int layer) {
    return slices.get(layer).program().output().columns();
  }

  /**
   * Rows of the vertices that were asked for.
   *
   * @param last those that leave the last layer, {@code stride} floats apart
   * @param stride floats from one to the next
   * @param before those that enter it; of a model of one layer, those that leave it
   * @param beforeStride floats from one to the next
   * @param edges how many were looked at
   */
  public record Rows(float[] last, int stride, float[] before, int beforeStride, int edges) {}

  /**
   * Computes.
   *
   * @param vids ids of vertices, each once
   * @param budget gives the memory for the time of the call
   * @param known rows of this model on that graph, which is looked at and added to where all
   *     neighbours are looked at; empty for none
   * @throws io.graphember.spi.error.GraphemberException with code {@link
   *     io.graphember.inference.InferenceError#NEIGHBORHOOD_TOO_LARGE}, if memory does not suffice,
   *     or as the reads fail
   */
  public Rows compute(
      GraphReads reads,
      HopDraws draws,
      long[] vids,
      MemoryBudget budget,
      Optional<KnownRows> known) {
    final Optional<KnownRows> usable = known.filter(rows -> draws.all() && layers() > 1);
    final Neighborhood of =
        new Neighborhood(reads, needs, draws, vids, layers(), mostEdges, usable);
    try (MemoryBudget.Reservation memory = budget.take(bytes(of), "predicting vertices")) {
      float[] rows = {};
      float[] before = {};
      for (Slice slice : slices) {
        before = rows;
        final SourceRows entering =
            slice.layer() == 0
                ? SourceRows.ofInput(of)
                : SourceRows.of(rows, stride(slices.get(slice.layer() - 1)));
        rows = layer(of, slice, entering);
        if (slice.layer() == layers() - 2 && usable.isPresent()) {
          rows = withKnown(of, rows, stride(slice), usable.get());
        }
      }
      final int last = layers() - 1;
      return new Rows(
          rows,
          stride(slices.get(last)),
          last == 0 ? rows : Arrays.copyOf(before, vids.length * stride(slices.get(last - 1))),
          stride(slices.get(Math.max(0, last - 1))),
          of.edges());
    }
  }

  /** Rows that enter the last layer: what was computed is kept, what was known comes behind it. */
  private float[] withKnown(Neighborhood of, float[] computed, int stride, KnownRows known) {
    final int layer = layers() - 2;
    final int leaving = of.leaving(layer);
    for (int v = 0; v < leaving; v++) {
      known.keep(of.vid(v), of.degree(v), computed, v * stride, stride);
    }
    final float[] all = Arrays.copyOf(computed, Math.multiplyExact(of.size(layer + 1), stride));
    for (int i = 0; i < of.knownRows().size(); i++) {
      System.arraycopy(of.knownRows().get(i), 0, all, (leaving + i) * stride, stride);
    }
    return all;
  }

  private long bytes(Neighborhood of) {
    long bytes = (long) BYTES_OF_EDGE * of.edges() + (long) BYTES_OF_VERTEX * of.size(0);
    for (Slice slice : slices) {
      final int layer = slice.layer();
      bytes += 4L * of.size(layer + 1) * (stride(slice) + slice.own().columns());
      bytes += slice.keepsInput() ? 0 : 4L * of.size(layer) * slice.shared().columns();
    }
    return bytes;
  }

  /** Floats from one row that leaves a slice to the next. */
  private static int stride(Slice slice) {
    return MatMul.stride(slice.program().output().columns());
  }

  private float[] layer(Neighborhood of, Slice slice, SourceRows entering) {
    final int leaving = of.leaving(slice.layer());
    final float[] rows = new float[Math.multiplyExact(leaving, stride(slice))];
    final SliceBatch batch = new SliceBatch(slice);
    try (SliceRunner runner = new KernelRunner(slice, weights.get(slice.layer()))) {
      final LayerInput input = input(of, slice, entering, runner);
      for (int first = 0; first < leaving; ) {
        final int count = input.count(first, leaving, BATCH_ROWS, BATCH_EDGES);
        batch.begin(count);
        input.fill(first, batch);
        System.arraycopy(
            runner.apply(batch), 0, rows, first * stride(slice), count * stride(slice));
        first += count;
      }
    }
    return rows;
  }

  /** What enters, or what it is transformed to. */
  private LayerInput input(Neighborhood of, Slice slice, SourceRows entering, SliceRunner runner) {
    if (slice.keepsInput()) {
      return new LayerInput(of, slice, entering, entering, selfLoops, needs);
    }
    final int sources = of.size(slice.layer());
    final int leaving = of.leaving(slice.layer());
    final int sharedColumns = slice.shared().columns();
    final int ownColumns = slice.own().columns();
    final float[] shared = new float[Math.multiplyExact(sources, sharedColumns)];
    final float[] own = new float[Math.multiplyExact(leaving, ownColumns)];
    final SliceBatch batch = new SliceBatch(slice);
    for (int first = 0; first < sources; first += BATCH_ROWS) {
      final int count = Math.min(BATCH_ROWS, sources - first);
      batch.begin(count);
      final float[] given = batch.room(0);
      for (int i = 0; i < count; i++) {
        entering.read(first + i, given, i * batch.stride(0));
        batch.vertexTypes[i] = of.vertexType(first + i);
      }
      runner.transform(batch);
      for (int i = 0; i < count; i++) {
        batch.collect(slice.shared(), i, shared, (first + i) * sharedColumns);
        if (first + i < leaving) {
          batch.collect(slice.own(), i, own, (first + i) * ownColumns);
        }
      }
    }
    return new LayerInput(
        of,
        slice,
        SourceRows.of(shared, sharedColumns),
        SourceRows.of(own, ownColumns),
        selfLoops,
        needs);
  }
}
