// SPDX-License-Identifier: Apache-2.0
package io.graphember.inference.predict;

import io.graphember.graph.id.Vid;
import io.graphember.memory.RowMatrix;
import io.graphember.memory.array.IntArray;
import io.graphember.memory.array.LongIndex;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * A graph with some more vertices and edges, which lie in a partition of their own behind the
 * others: it has the new vertices as masters, and the new in-edges of all vertices. So degrees and
 * lists are those of a graph that was loaded with them. Safe for use by several threads.
 */
public final class GivenReads implements GraphReads {
  private static final int REPLICA = MasterVertices.REPLICA;

  private final GraphReads graph;
  private final int[] types;
  private final RowMatrix rows;
  private final LongIndex destinations; // number of the list of a vertex
  private final GivenEdges edges; // by list
  private final int[] offsets; // first edge of each list

  /**
   * Edges.
   *
   * @param sources id of the source of each
   * @param destinations id of the destination of each
   * @param types type of each
   * @param features of each in turn, as many as the model looks at
   */
  public record GivenEdges(long[] sources, long[] destinations, int[] types, float[] features) {}

  /**
   * A graph with more.
   *
   * @param graph without them
   * @param types type of each new vertex, whose id is {@link #vid}
   * @param rows what enters the model of each
   * @param given the new edges
   */
  public GivenReads(GraphReads graph, int[] types, RowMatrix rows, GivenEdges given) {
    this.graph = graph;
    this.types = types.clone();
    this.rows = rows;
    final int count = given.sources().length;
    destinations = new LongIndex(count);
    final int[] listOf = new int[count];
    for (int e = 0; e < count; e++) {
      listOf[e] = destinations.add(given.destinations()[e]);
    }
    offsets = new int[destinations.size() + 1];
    for (int list : listOf) {
      offsets[list + 1]++;
    }
    for (int list = 0; list < destinations.size(); list++) {
      offsets[list + 1] += offsets[list];
    }
    final int[] next = offsets.clone();
    final int[] order = new int[count];
    for (int e = 0; e < count; e++) {
      order[next[listOf[e]]++] = e;
    }
    edges = inOrder(given, order);
  }

  private static GivenEdges inOrder(GivenEdges given, int[] order) {
    final int dim = order.length == 0 ? 0 : given.features().length / order.length;
    final float[] features = new float[given.features().length];
    for (int i = 0; i < order.length; i++) {
      System.arraycopy(given.features(), order[i] * dim, features, i * dim, dim);
    }
    return new GivenEdges(
        Arrays.stream(order).mapToLong(e -> given.sources()[e]).toArray(),
        Arrays.stream(order).mapToLong(e -> given.destinations()[e]).toArray(),
        Arrays.stream(order).map(e -> given.types()[e]).toArray(),
        features);
  }

  /** Id of a new vertex by its number, in a graph of so many partitions. */
  public static long vid(int partitions, int number) {
    return Vid.of(partitions, number);
  }

  private int own() {
    return graph.partitions();
  }

  @Override
  public int partitions() {
    return graph.partitions() + 1;
  }

  @Override
  public List<MasterVertices> masters(List<MasterRequest> requests) {
    final List<MasterRequest> others =
        requests.stream().filter(asked -> asked.partition() != own()).toList();
    final List<MasterVertices> answers =
        new ArrayList<>(others.isEmpty() ? List.of() : graph.masters(others));
    for (int i = 0; i < answers.size(); i++) {
      answers.set(i, withGiven(others.get(i), answers.get(i)));
    }
    for (int i = 0; i < requests.size(); i++) {
      if (requests.get(i).partition() == own()) {
        answers.add(i, masters(requests.get(i).locals()));
      }
    }
    return answers;
  }

  private MasterVertices masters(int[] locals) {
    final int[] offsetsOf = new int[locals.length + 1];
    final IntArray replicas = new IntArray(REPLICA * locals.length);
    for (int i = 0; i < locals.length; i++) {
      addReplica(Vid.of(own(), locals[i]), replicas);
      offsetsOf[i + 1] = replicas.size / REPLICA;
    }
    return new MasterVertices(
        Arrays.stream(locals).map(local -> types[local]).toArray(),
        offsetsOf,
        replicas.toArray(),
        rows,
        locals);
  }

  /** The same with a replica where a vertex has new in-edges. */
  private MasterVertices withGiven(MasterRequest asked, MasterVertices known) {
    final int[] offsetsOf = new int[asked.locals().length + 1];
    final IntArray replicas = new IntArray(known.replicas().length + REPLICA);
    for (int i = 0; i < asked.locals().length; i++) {
      replicas.addAll(
          known.replicas(),
          REPLICA * known.replicaOffsets()[i],
          REPLICA * known.replicaOffsets()[i + 1]);
      addReplica(Vid.of(asked.partition(), asked.locals()[i]), replicas);
      offsetsOf[i + 1] = replicas.size / REPLICA;
    }
    return new MasterVertices(
        known.types(), offsetsOf, replicas.toArray(), known.rows(), known.rowNumbers());
  }

  private void addReplica(long vid, IntArray replicas) {
    final int list = destinations.find(vid);
    if (list != LongIndex.ABSENT) {
      replicas.add(own());
      replicas.add(list);
      replicas.add(offsets[list + 1] - offsets[list]);
    }
  }

  @Override
  public List<ListedEdges> lists(List<ListRequest> requests) {
    final List<ListRequest> others =
        requests.stream().filter(asked -> asked.partition() != own()).toList();
    final List<ListedEdges> answers =
        new ArrayList<>(others.isEmpty() ? List.of() : graph.lists(others));
    for (int i = 0; i < requests.size(); i++) {
      if (requests.get(i).partition() == own()) {
        answers.add(i, lists(requests.get(i)));
      }
    }
    return answers;
  }

  private ListedEdges lists(ListRequest asked) {
    final IntArray chosen = new IntArray(64);
    final int[] counts = asked.counts().clone();
    int place = 0;
    for (int i = 0; i < counts.length; i++) {
      final int first = offsets[asked.locals()[i]];
      final boolean whole = counts[i] == ListRequest.WHOLE;
      counts[i] = whole ? offsets[asked.locals()[i] + 1] - first : counts[i];
      for (int j = 0; j < counts[i]; j++) {
        chosen.add(first + (whole ? j : asked.places()[place++]));
      }
    }
    final int[] of = chosen.toArray();
    final int dim =
        edges.sources().length == 0 ? 0 : edges.features().length / edges.sources().length;
    final float[] features = new float[of.length * dim];
    for (int i = 0; i < of.length; i++) {
      System.arraycopy(edges.features(), of[i] * dim, features, i * dim, dim);
    }
    return new ListedEdges(
        counts,
        Arrays.stream(of).mapToLong(e -> edges.sources()[e]).toArray(),
        Arrays.stream(of).map(e -> edges.types()[e]).toArray(),
        features);
  }
}
