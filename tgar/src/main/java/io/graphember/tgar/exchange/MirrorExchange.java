// SPDX-License-Identifier: Apache-2.0
package io.graphember.tgar.exchange;

import io.graphember.spi.Workers;
import io.graphember.spi.error.GraphemberException;
import io.graphember.tgar.ComputedPartition;
import io.graphember.tgar.PartitionHosts;
import io.graphember.tgar.StepPeers;
import io.graphember.tgar.TgarError;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Brings rows of masters to their mirrors, and what mirrors have made back to the masters, where it
 * is added in the order of partitions (GraphTheta, section 4.1). One message to each other host.
 *
 * <p>Rows are given for each partition of this node, in order: {@code [vertices, columns]}, by
 * local number. Used by one thread, which lends work to the workers.
 */
public final class MirrorExchange {
  /** Floats of a message, at most but for a single column of all rows. */
  private static final int MESSAGE_FLOATS = 1 << 26;

  private final PartitionHosts hosts;
  private final List<ComputedPartition> own;
  private final int[] place; // of each partition among the own ones, -1 for others
  private final int hostCount;
  private final StepPeers peers;
  private final Workers workers;
  private final Map<Integer, List<MirrorLists>> lists = new HashMap<>();
  private long number;
  private long sent;

  public MirrorExchange(
      PartitionHosts hosts, List<ComputedPartition> own, StepPeers peers, Workers workers) {
    this.hosts = hosts;
    this.own = own;
    this.peers = peers;
    this.workers = workers;
    int count = 1;
    place = new int[hosts.partitions()];
    for (int q = 0, next = 0; q < place.length; q++) {
      place[q] = hosts.own(q) ? next++ : -1;
      count = Math.max(count, hosts.hostOf()[q] + 1);
    }
    hostCount = count;
  }

  /**
   * Vertices of this node's partitions whose rows go to or come from other hosts in an exchange.
   */
  public long remoteRows(int ends) {
    long count = 0;
    for (int p = 0; p < own.size(); p++) {
      for (int q = 0; q < hosts.partitions(); q++) {
        if (!hosts.own(q)) {
          count += lists(ends).get(p).masters(q).length + lists(ends).get(p).mirrors(q).length;
        }
      }
    }
    return count;
  }

  /** Bytes that were sent to other hosts. */
  public long sentBytes() {
    return sent;
  }

  /** Who sends what to whom in one exchange. */
  private interface Route {
    /** Vertices of partition p whose rows go to partition q. */
    int[] from(int p, int q);

    /** Vertices of partition p that rows of partition q come for, in the same order. */
    int[] to(int p, int q);
  }

  /** A message that is packed: some columns of all rows for a host. */
  private static final class Outgoing {
    private final float[] floats;
    private final int first; // column
    private final int columns;

    Outgoing(int rows, int first, int columns) {
      this.floats = new float[rows * columns];
      this.first = first;
      this.columns = columns;
    }
  }

  /** Packs a row. */
  @FunctionalInterface
  private interface Departure {
    /**
     * A vertex's row.
     *
     * @param p which of the own partitions
     * @param q the partition that it goes to
     * @param at its first float in the message
     */
    void pack(int p, int q, int vertex, Outgoing message, int at);
  }

  /** What is done with a row that has come. */
  @FunctionalInterface
  private interface Arrival {
    /**
     * A row for a vertex.
     *
     * @param p which of the own partitions
     * @param q the partition that it comes from
     * @param at first float of the vertex's row, or of a part of its columns
     */
    void come(int p, int q, float[] from, int start, int at, int columns);
  }

  private List<MirrorLists> lists(int ends) {
    return lists.computeIfAbsent(
        ends,
        key ->
            own.stream()
                .map(partition -> new MirrorLists(partition, hosts.partitions(), key))
                .toList());
  }

  private Route toMirrors(int ends) {
    List<MirrorLists> of = lists(ends);
    return new Route() {
      @Override
      public int[] from(int p, int q) {
        return of.get(p).masters(q);
      }

      @Override
      public int[] to(int p, int q) {
        return of.get(p).mirrors(q);
      }
    };
  }

  private Route toMasters(int ends) {
    List<MirrorLists> of = lists(ends);
    return new Route() {
      @Override
      public int[] from(int p, int q) {
        return of.get(p).mirrors(q);
      }

      @Override
      public int[] to(int p, int q) {
        return of.get(p).masters(q);
      }
    };
  }

  /** Copies the masters' rows to the mirrors that look at them. */
  public void scatter(int ends, int columns, float[][] rows) {
    exchange(
        toMirrors(ends),
        columns,
        rows,
        (p, q, from, start, at, count) -> System.arraycopy(from, start, rows[p], at, count));
  }

  /** Adds the mirrors' rows to those of their masters. */
  public void collect(int ends, int columns, float[][] rows) {
    exchange(
        toMasters(ends),
        columns,
        rows,
        (p, q, from, start, at, count) -> add(from, start, rows[p], at, count));
  }

  private static void add(float[] from, int start, float[] to, int at, int count) {
    for (int j = 0; j < count; j++) {
      to[at + j] += from[start + j];
    }
  }

  /**
   * Leaves the largest of all replicas' values at the masters, and who has it: of equal ones the
   * master's own partition, then the first.
   *
   * @param winners receives the partition that has the value of each element of a master; its own
   *     where none is larger
   */
  public void collectLargest(int ends, int columns, float[][] rows, short[][] winners) {
    for (int p = 0; p < rows.length; p++) {
      Arrays.fill(winners[p], (short) own.get(p).number());
    }
    exchange(
        toMasters(ends),
        columns,
        rows,
        (p, q, from, start, at, count) -> {
          for (int j = 0; j < count; j++) {
            if (from[start + j] > rows[p][at + j]) {
              rows[p][at + j] = from[start + j];
              winners[p][at + j] = (short) q;
            }
          }
        });
  }

  /** Copies elements of the masters' rows to those replicas that have won them, 0 to the others. */
  public void scatterToWinners(int ends, int columns, float[][] rows, short[][] winners) {
    exchange(
        toMirrors(ends),
        columns,
        rows,
        (p, q, vertex, message, at) -> {
          for (int j = 0; j < message.columns; j++) {
            final int from = vertex * columns + message.first + j;
            message.floats[at + j] = winners[p][from] == q ? rows[p][from] : 0;
          }
        },
        (p, q, from, start, at, count) -> {
          final int self = own.get(p).number();
          for (int j = 0; j < count; j++) {
            final boolean won = place[q] < 0 || winners[place[q]][start + j] == self;
            rows[p][at + j] = won ? from[start + j] : 0;
          }
        });
    for (int p = 0; p < rows.length; p++) {
      final int self = own.get(p).number();
      for (int j = 0; j < winners[p].length; j++) {
        rows[p][j] = winners[p][j] == self ? rows[p][j] : 0;
      }
    }
  }

  /**
   * Some floats of every partition, the same everywhere.
   *
   * @param values of each own partition, all of one length
   * @return of each partition of the graph
   */
  public float[][] gather(float[][] values) {
    final int length = values.length == 0 ? 0 : values[0].length;
    float[][] all = new float[hosts.partitions()][];
    float[] message = new float[length * values.length];
    for (int p = 0; p < values.length; p++) {
      System.arraycopy(values[p], 0, message, p * length, length);
      all[own.get(p).number()] = values[p];
    }
    for (int host = 0; host < hostCount; host++) {
      if (host != hosts.self() && message.length > 0) {
        send(host, number, message);
      }
    }
    for (int host = 0; host < hostCount; host++) {
      if (host != hosts.self()) {
        unpack(host, length, all);
      }
    }
    number++;
    return all;
  }

  private void unpack(int host, int length, float[][] all) {
    final int count = (int) Arrays.stream(hosts.hostOf()).filter(of -> of == host).count();
    if (count == 0 || length == 0) {
      return;
    }
    float[] message = receive(host, number, count * length);
    for (int q = 0, at = 0; q < all.length; q++) {
      if (hosts.hostOf()[q] == host) {
        all[q] = Arrays.copyOfRange(message, at, at + length);
        at += length;
      }
    }
  }

  private void exchange(Route route, int columns, float[][] rows, Arrival arrival) {
    exchange(
        route,
        columns,
        rows,
        (p, q, vertex, message, at) ->
            System.arraycopy(
                rows[p], vertex * columns + message.first, message.floats, at, message.columns),
        arrival);
  }

  /** Each exchange has a number for each column, though most need one message: all count alike. */
  private void exchange(
      Route route, int columns, float[][] rows, Departure departure, Arrival arrival) {
    for (int host = 0; host < hostCount; host++) {
      if (host != hosts.self()) {
        send(host, route, columns, rows.length, departure);
      }
    }
    List<Incoming> incoming = new ArrayList<>();
    for (int host = 0; host < hostCount; host++) {
      incoming.add(host == hosts.self() ? Incoming.NOTHING : receive(host, route, columns, rows));
    }
    number += columns;
    workers.each(
        rows.length,
        1,
        (worker, from, to) -> {
          for (int p = from; p < to; p++) {
            arrive(p, route, columns, rows, incoming, arrival);
          }
        });
  }

  /** Columns of a message's rows: all, unless it would be too long. */
  private static int width(int rows, int columns) {
    return rows == 0 ? columns : Math.max(1, Math.min(columns, MESSAGE_FLOATS / rows));
  }

  private void send(int host, Route route, int columns, int partitions, Departure departure) {
    int count = 0;
    for (int p = 0; p < partitions; p++) {
      for (int q = 0; q < hosts.partitions(); q++) {
        count += hosts.hostOf()[q] == host ? route.from(p, q).length : 0;
      }
    }
    final int width = width(count, columns);
    for (int column = 0; count > 0 && column < columns; column += width) {
      Outgoing message = new Outgoing(count, column, Math.min(width, columns - column));
      int at = 0;
      for (int p = 0; p < partitions; p++) {
        for (int q = 0; q < hosts.partitions(); q++) {
          if (hosts.hostOf()[q] == host) {
            for (int vertex : route.from(p, q)) {
              departure.pack(p, q, vertex, message, at);
              at += message.columns;
            }
          }
        }
      }
      send(host, number + column / width, message.floats);
    }
  }

  /**
   * Rows that have come from a host.
   *
   * @param messages each has some columns of all rows
   * @param width columns of each but the last
   * @param offsets first row for each own partition, by the partition that it comes from
   */
  private record Incoming(List<float[]> messages, int width, int[][] offsets) {
    static final Incoming NOTHING = new Incoming(List.of(), 1, new int[0][]);
  }

  private Incoming receive(int host, Route route, int columns, float[][] rows) {
    int[][] offsets = new int[hosts.partitions()][rows.length];
    int count = 0;
    for (int q = 0; q < hosts.partitions(); q++) {
      for (int p = 0; hosts.hostOf()[q] == host && p < rows.length; p++) {
        offsets[q][p] = count;
        count += route.to(p, q).length;
      }
    }
    final int width = width(count, columns);
    List<float[]> messages = new ArrayList<>();
    for (int column = 0; count > 0 && column < columns; column += width) {
      messages.add(
          receive(host, number + column / width, count * Math.min(width, columns - column)));
    }
    return new Incoming(messages, width, offsets);
  }

  private void arrive(
      int p, Route route, int columns, float[][] rows, List<Incoming> incoming, Arrival arrival) {
    for (int q = 0; q < hosts.partitions(); q++) {
      int[] vertices = route.to(p, q);
      if (place[q] >= 0) {
        int[] from = route.from(place[q], own.get(p).number());
        for (int i = 0; i < vertices.length; i++) {
          arrival.come(p, q, rows[place[q]], from[i] * columns, vertices[i] * columns, columns);
        }
        continue;
      }
      Incoming of = incoming.get(hosts.hostOf()[q]);
      for (int m = 0; m < of.messages().size(); m++) {
        final int part = Math.min(of.width(), columns - m * of.width());
        for (int i = 0; i < vertices.length; i++) {
          arrival.come(
              p,
              q,
              of.messages().get(m),
              (of.offsets()[q][p] + i) * part,
              vertices[i] * columns + m * of.width(),
              part);
        }
      }
    }
  }

  private void send(int host, long message, float[] rows) {
    sent += 4L * rows.length;
    peers.send(host, message, rows);
  }

  private float[] receive(int host, long message, int length) {
    float[] rows = peers.receive(host, message);
    if (rows.length != length) {
      throw new GraphemberException(
          TgarError.MESSAGE_MISMATCH,
          "Node %d of a step has sent %d floats, and %d were expected."
              .formatted(host, rows.length, length));
    }
    return rows;
  }
}
