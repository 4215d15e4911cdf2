// SPDX-License-Identifier: Apache-2.0
package io.graphember.formats.generated;

import io.graphember.schema.ExpectedSize;
import io.graphember.schema.GraphHeader;
import io.graphember.schema.KeyKind;
import io.graphember.schema.Split;
import io.graphember.schema.piece.EdgePieces;
import io.graphember.schema.piece.KeyCell;
import io.graphember.schema.piece.KeyColumn;
import io.graphember.schema.piece.PieceSink;
import io.graphember.schema.piece.VertexPieces;
import io.graphember.schema.source.ImportedGraph;
import io.graphember.schema.source.Normalize;
import io.graphember.schema.source.ReadMeter;
import io.graphember.schema.source.SourceSplit;
import io.graphember.spi.CounterRandom;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * A degree-corrected block model (Karrer and Newman, "Stochastic blockmodels and community
 * structure in networks", 2011) with words: for trying things out without data.
 *
 * <p>A vertex has a random class and a random expected degree with a power-law tail. An edge begins
 * at a vertex drawn by expected degree and ends in the same class with probability {@code
 * homophily}, else in another one, again drawn by expected degree; both directions are sent. A
 * feature is 1 if the vertex has the word. A share {@code wordNoise} of its words is drawn from all
 * words, the others from those of its class, so features alone do not tell the class, but
 * neighbours' features do.
 *
 * <p>The splits are like those of Planetoid: 20 training vertices a class, 500 to validate, 1,000
 * to test; fewer in a graph that is small. O(vertices + edges) time, O(vertices) memory; every
 * number is a function of the seed.
 */
final class BlockModelGraph implements ImportedGraph {
  /** Tail of the expected degrees: P(d > x) ~ x^(1 - exponent). */
  private static final double DEGREE_EXPONENT = 2.7;

  private static final String NAME = "block-model";
  private static final byte[] KEY_PREFIX = "paper-".getBytes(StandardCharsets.UTF_8);
  private static final int MAX_REDRAWS = 64;
  private static final int REPORTED_ROWS = 1024;

  /** Tags of the random streams. */
  private static final int CLASS = 1;

  private static final int DEGREE = 2;
  private static final int WORD = 3;
  private static final int EDGE = 4;
  private static final int SPLIT = 5;

  private final BlockModelSettings settings;
  private final Normalize normalize;
  private final GraphHeader header;

  BlockModelGraph(BlockModelSettings settings) {
    this.settings = settings;
    this.normalize = settings.normalize();
    header = new GraphHeader(KeyKind.STRING, this.settings.words(), true);
  }

  @Override
  public GraphHeader header() {
    return header;
  }

  @Override
  public ExpectedSize expected() {
    return ExpectedSize.of(settings.vertices(), pairs());
  }

  private long pairs() {
    return Math.round(settings.vertices() * settings.degree() / 2);
  }

  @Override
  public List<SourceSplit> splits() {
    return List.of(
        new SourceSplit(SourceSplit.Kind.VERTICES, 0, 0, NAME, settings.vertices()),
        new SourceSplit(SourceSplit.Kind.EDGES, 0, 0, NAME, pairs()));
  }

  @Override
  public void read(SourceSplit split, PieceSink sink, ReadMeter meter) {
    int[] classes = new int[settings.vertices()];
    for (int v = 0; v < classes.length; v++) {
      classes[v] = CounterRandom.bounded(random(CLASS, v), settings.classes());
    }
    if (split.kind() == SourceSplit.Kind.VERTICES) {
      readVertices(classes, keys(), sink, meter);
    } else {
      readEdges(new Blocks(classes), pairs(), keys(), sink, meter);
    }
  }

  private long random(int tag, long counter) {
    return CounterRandom.bits(CounterRandom.child(settings.seed(), tag), counter);
  }

  private KeyColumn keys() {
    final int digits = Math.max(5, Integer.toString(settings.vertices() - 1).length());
    byte[] key = Arrays.copyOf(KEY_PREFIX, KEY_PREFIX.length + digits);
    KeyColumn.Builder keys = new KeyColumn.Builder(KeyKind.STRING);
    for (int v = 0; v < settings.vertices(); v++) {
      int rest = v;
      for (int i = key.length - 1; i >= KEY_PREFIX.length; i--) {
        key[i] = (byte) ('0' + rest % 10);
        rest /= 10;
      }
      keys.add(key, 0, key.length);
    }
    return keys.build();
  }

  private void readVertices(int[] classes, KeyColumn keys, PieceSink sink, ReadMeter meter) {
    byte[] splits = splits(classes);
    VertexPieces pieces = new VertexPieces(header, 0, true, sink);
    KeyCell key = new KeyCell(KeyKind.STRING);
    for (int v = 0; v < classes.length; v++) {
      float[] row = words(v, classes[v]);
      normalize.apply(row);
      key.set(keys, v);
      pieces.add(key, classes[v], splits[v], row);
      report(v, classes.length, meter);
    }
    pieces.flush();
  }

  private float[] words(int vertex, int ownClass) {
    float[] row = new float[settings.words()];
    final long key = CounterRandom.child(settings.seed(), WORD, vertex);
    // Word w belongs to class w % classes.
    final int ownWords = (settings.words() - ownClass - 1) / settings.classes() + 1;
    for (int i = 0; i < settings.wordsPerVertex(); i++) {
      final long word = CounterRandom.bits(key, 2L * i);
      final boolean noise =
          CounterRandom.unitDouble(CounterRandom.bits(key, 2L * i + 1)) < settings.wordNoise();
      row[
              noise
                  ? CounterRandom.bounded(word, settings.words())
                  : ownClass + settings.classes() * CounterRandom.bounded(word, ownWords)] =
          1;
    }
    return row;
  }

  /** Deals shuffled vertices to the splits. */
  private byte[] splits(int[] classes) {
    final int n = classes.length;
    final int trainPerClass = Math.max(1, Math.min(20, n / (5 * settings.classes())));
    int valid = Math.min(500, n / 5);
    int test = Math.min(1000, 2 * n / 5);
    long[] order = new long[n];
    for (int v = 0; v < n; v++) {
      order[v] = v;
    }
    CounterRandom.shuffle(order, CounterRandom.child(settings.seed(), SPLIT));
    int[] trained = new int[settings.classes()];
    byte[] splits = new byte[n];
    for (long vertex : order) {
      final int v = (int) vertex;
      if (trained[classes[v]] < trainPerClass) {
        trained[classes[v]]++;
        splits[v] = Split.TRAIN.code();
      } else if (valid > 0) {
        valid--;
        splits[v] = Split.VALID.code();
      } else if (test > 0) {
        test--;
        splits[v] = Split.TEST.code();
      }
    }
    return splits;
  }

  private void readEdges(
      Blocks blocks, long pairs, KeyColumn keys, PieceSink sink, ReadMeter meter) {
    EdgePieces pieces = new EdgePieces(header, 0, sink);
    KeyCell one = new KeyCell(KeyKind.STRING);
    KeyCell other = new KeyCell(KeyKind.STRING);
    for (long pair = 0; pair < pairs; pair++) {
      final long key = CounterRandom.child(settings.seed(), EDGE, pair);
      final int block = blocks.pickBlock(key, 0);
      final int source = blocks.pickVertex(block, key, 1);
      final boolean inside =
          CounterRandom.unitDouble(CounterRandom.bits(key, -1)) < settings.homophily();
      int target = inside ? block : otherBlock(blocks, block, key);
      int destination = source;
      for (int draw = 0; draw < MAX_REDRAWS && destination == source; draw++) {
        destination = blocks.pickVertex(target, key, 2 + MAX_REDRAWS + draw);
      }
      if (destination != source) { // a block of one vertex has no edge inside
        one.set(keys, source);
        other.set(keys, destination);
        pieces.add(one, other);
        pieces.add(other, one);
      }
      report(pair, pairs, meter);
    }
    pieces.flush();
  }

  private static int otherBlock(Blocks blocks, int block, long key) {
    int other = block;
    for (int draw = 0; draw < MAX_REDRAWS && other == block; draw++) {
      other = blocks.pickBlock(key, 2 + draw);
    }
    return other;
  }

  private static void report(long row, long rows, ReadMeter meter) {
    if ((row + 1) % REPORTED_ROWS == 0 || row + 1 == rows) {
      meter.advance(NAME, row % REPORTED_ROWS + 1);
    }
  }

  @Override
  public List<String> labelNames(int vertexType) {
    List<String> names = new ArrayList<>();
    for (int c = 0; c < settings.classes(); c++) {
      names.add("topic-" + c);
    }
    return names;
  }

  /** The vertices of each class with their expected degrees, ready to be drawn. */
  private final class Blocks {
    private final int[][] members;
    private final AliasTable[] byDegree;
    private final AliasTable byTotalDegree;

    Blocks(int[] classes) {
      final int[] sizes = new int[settings.classes()];
      for (int c : classes) {
        sizes[c]++;
      }
      members = new int[sizes.length][];
      double[][] degrees = new double[sizes.length][];
      for (int c = 0; c < sizes.length; c++) {
        members[c] = new int[sizes[c]];
        degrees[c] = new double[sizes[c]];
      }
      for (int v = classes.length - 1; v >= 0; v--) {
        final int c = classes[v];
        final int i = --sizes[c];
        members[c][i] = v;
        degrees[c][i] = expectedDegree(v, classes.length);
      }
      byDegree = new AliasTable[members.length];
      double[] totals = new double[members.length];
      for (int c = 0; c < members.length; c++) {
        byDegree[c] = members[c].length == 0 ? null : new AliasTable(degrees[c]);
        for (double degree : degrees[c]) {
          totals[c] += degree;
        }
      }
      byTotalDegree = new AliasTable(totals);
    }

    /** Relative, capped so that no vertex meets everyone. */
    private double expectedDegree(int vertex, int vertices) {
      final double u = 1 - CounterRandom.unitDouble(random(DEGREE, vertex));
      return Math.min(Math.pow(u, -1 / (DEGREE_EXPONENT - 1)), Math.sqrt(vertices));
    }

    int pickBlock(long key, int counter) {
      return byTotalDegree.pick(key, counter);
    }

    int pickVertex(int block, long key, int counter) {
      return members[block][byDegree[block].pick(key, counter)];
    }
  }
}
