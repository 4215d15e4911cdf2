// SPDX-License-Identifier: Apache-2.0
package io.graphember.sampling.op;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.graphember.graph.GraphError;
import io.graphember.graph.id.Vid;
import io.graphember.graph.store.EdgeData;
import io.graphember.graph.store.PartitionTopology;
import io.graphember.graph.store.VertexData;
import io.graphember.memory.MemoryBudget;
import io.graphember.partition.fixture.PartitionedGraph;
import io.graphember.partition.fixture.SampleGraph;
import io.graphember.sampling.SamplingError;
import io.graphember.sampling.engine.PartitionClient;
import io.graphember.sampling.engine.PartitionReply;
import io.graphember.sampling.engine.PartitionRequest;
import io.graphember.sampling.engine.Replies;
import io.graphember.sampling.engine.ResidentPartition;
import io.graphember.sampling.fixture.Courier;
import io.graphember.sampling.fixture.MemoryCluster;
import io.graphember.sampling.neighbor.NeighborSampler;
import io.graphember.spi.Cancellation;
import io.graphember.spi.error.ErrorCode;
import io.graphember.spi.error.GraphemberException;
import io.graphember.spi.partition.AssignmentSink;
import io.graphember.spi.partition.EdgeStream;
import io.graphember.spi.partition.Partitioner;
import io.graphember.spi.partition.PartitioningRequest;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.function.UnaryOperator;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;

/** Requests and replies that do not fit are refused with their own error, never believed. */
class MalformedTest {
  private final SampleGraph sample = SampleGraph.of("1>0 2>0 3>0 0>1 4>1 2>3");
  private final PartitionedGraph graph =
      PartitionedGraph.load(
          sample.source(10), PartitionedGraph.settings(2, "by hand"), new ByHand());
  private final PartitionTopology topology = graph.partition(0).topology();
  private final ResidentPartition resident =
      new ResidentPartition(
          0,
          topology,
          EdgeData.NONE,
          VertexData.NONE,
          new MemoryBudget(1 << 20).take(0, "columns of a test"));

  /** Seed 0 has in-edges in both partitions; seed 1 has its master where none of its edges is. */
  private static final class ByHand implements Partitioner {
    @Override
    public String name() {
      return "by hand";
    }

    @Override
    public String description() {
      return "by hand";
    }

    @Override
    public long estimateBytes(
        long vertices, long edges, int partitions, Map<String, String> options) {
      return 0;
    }

    @Override
    public void partition(EdgeStream edges, PartitioningRequest request, AssignmentSink sink) {
      sink.assignEdges(new int[] {0, 0, 1, 0, 0, 1}, 6); // 1>0 2>0 3>0 0>1 4>1 2>3
      sink.assignMaster(0, 0);
      sink.assignMaster(1, 1);
    }
  }

  private static void refused(ErrorCode code, String message, ThrowingCallable action) {
    assertThatThrownBy(action)
        .isInstanceOfSatisfying(
            GraphemberException.class, e -> assertThat(e.is(code)).as(e.code()).isTrue())
        .hasMessage(message);
  }

  private void gatherRefused(String what, int[] vertices, int[] counts, int... positions) {
    refused(
        GraphError.REQUEST_OUT_OF_RANGE,
        "A request names " + what + ", which partition 0 does not hold.",
        () ->
            new GatherRequest(0, Direction.IN, vertices, counts, positions, Details.ROUTES)
                .answer(resident));
  }

  @Test
  void requestsThatDoNotFitThePartition() {
    int vertex = 0;
    while (topology.in().lists().degree(vertex) == 0) {
      vertex++;
    }
    int degree = topology.in().lists().degree(vertex);
    int[] one = {vertex};
    gatherRefused("vertex 99", new int[] {99}, new int[] {1}, 0);
    gatherRefused("vertex -1", new int[] {-1}, new int[] {1}, 0);
    gatherRefused("2 counts", one, new int[] {1, 1}, 0, 0);
    gatherRefused("count -2", one, new int[] {-2}, 0);
    gatherRefused("count 2", one, new int[] {2}, 0);
    gatherRefused("2 positions", one, new int[] {1}, 0, 0);
    gatherRefused("position -1 of degree " + degree, one, new int[] {1}, -1);
    gatherRefused("position " + degree + " of degree " + degree, one, new int[] {1}, degree);
    refused(
        GraphError.REQUEST_OUT_OF_RANGE,
        "A request names master 99, which partition 0 does not hold.",
        () -> new LocateRequest(0, Direction.IN, new int[] {99}).answer(resident));
    refused(
        GraphError.REQUEST_OUT_OF_RANGE,
        "A request names master %d, which partition 0 does not hold.".formatted(topology.masters()),
        () -> new LocateRequest(0, Direction.IN, new int[] {topology.masters()}).answer(resident));
  }

  /** A cluster whose replies are changed on the way. */
  private record Tampered(
      MemoryCluster cluster,
      UnaryOperator<List<VertexTable>> locates,
      UnaryOperator<List<GatherReply>> gathers)
      implements PartitionClient {
    @Override
    public int partitions() {
      return cluster.partitions();
    }

    @Override
    public int hosts() {
      return cluster.hosts();
    }

    @Override
    public int host(int partition) {
      return cluster.host(partition);
    }

    @Override
    public Optional<ResidentPartition> resident(int partition) {
      return cluster.resident(partition);
    }

    @Override
    @SuppressWarnings("unchecked") // a locate is answered by tables, a gather by gather replies
    public <R extends PartitionReply> CompletableFuture<List<R>> ask(
        int host, List<? extends PartitionRequest<R>> requests) {
      return cluster
          .ask(host, requests)
          .thenApply(
              replies ->
                  requests.get(0) instanceof LocateRequest
                      ? (List<R>) locates.apply((List<VertexTable>) replies)
                      : (List<R>) gathers.apply((List<GatherReply>) replies));
    }
  }

  private void replyRefused(
      String message,
      UnaryOperator<List<VertexTable>> locates,
      UnaryOperator<List<GatherReply>> gathers) {
    MemoryCluster cluster = new MemoryCluster(graph, 1, Courier.direct());
    NeighborSampler sampler =
        new NeighborSampler(
            new Tampered(cluster, locates, gathers), new Replies(Cancellation.NEVER, 1000));
    long[] seeds = {graph.vid(sample.keyOf(0)), graph.vid(sample.keyOf(1))};
    refused(
        SamplingError.REPLY_MISMATCH,
        message,
        () -> sampler.sample(seeds, new int[] {UniformNeighbors.ALL, 1}, 0));
  }

  private void locateRefused(String what, UnaryOperator<VertexTable> change) {
    replyRefused(
        "A partition answered with " + what + ".",
        tables -> tables.stream().map(change).toList(),
        UnaryOperator.identity());
  }

  private void gatherReplyRefused(String what, UnaryOperator<GatherReply> change) {
    replyRefused(
        "A partition answered with " + what + ".",
        UnaryOperator.identity(),
        replies -> replies.stream().map(change).toList());
  }

  @Test
  void repliesOfTheWrongNumber() {
    replyRefused("A host answered 0 of 2 requests.", tables -> List.of(), UnaryOperator.identity());
    replyRefused(
        "A host answered 1 of 2 requests.",
        UnaryOperator.identity(),
        replies -> replies.subList(0, 1));
  }

  @Test
  void placesThatDoNotFitTheSeeds() {
    locateRefused(
        "the place of another vertex than seed 0",
        t -> with(t, new long[] {Vid.of(t.vids().length, 0)}));
    locateRefused(
        "0 of 1 seeds",
        t ->
            new VertexTable(
                new long[0], new int[0], new int[1], new int[0], new int[0], new int[0]));
    locateRefused(
        "arrays of different lengths for 1 vertices",
        t ->
            new VertexTable(
                t.vids(), new int[0], t.replicaOffsets(), new int[0], new int[0], new int[0]));
    locateRefused(
        "arrays of different lengths for 1 vertices",
        t ->
            new VertexTable(t.vids(), t.degrees(), new int[0], new int[0], new int[0], new int[0]));
    locateRefused(
        "arrays of different lengths for 1 vertices",
        t ->
            new VertexTable(
                t.vids(),
                t.degrees(),
                new int[] {0, 5},
                t.replicaPartitions(),
                t.replicaLocals(),
                t.replicaDegrees()));
  }

  @Test
  void replicasThatDoNotFitTheDegree() {
    locateRefused(
        "a replica in partition 2 of 2",
        t -> {
          Arrays.fill(t.replicaPartitions(), 2);
          return t;
        });
    locateRefused(
        "in-degree 77, but replicas with 3",
        t -> {
          Arrays.fill(t.degrees(), 77);
          return t;
        });
  }

  private static VertexTable with(VertexTable table, long[] vids) {
    return new VertexTable(
        vids,
        table.degrees(),
        table.replicaOffsets(),
        table.replicaPartitions(),
        table.replicaLocals(),
        table.replicaDegrees());
  }

  @Test
  void edgesThatDoNotFitTheRequest() {
    gatherReplyRefused(
        "0 edges, another number than was asked for",
        reply -> new GatherReply(new int[0], reply.vertices()));
    gatherReplyRefused(
        "5 edges, another number than was asked for",
        reply -> new GatherReply(new int[5], reply.vertices()));
    gatherReplyRefused(
        "an edge of source -1 of 4",
        reply -> {
          reply.neighbors()[0] = -1;
          return reply;
        });
    gatherReplyRefused(
        "an edge of source 1000 of 4",
        reply -> {
          reply.neighbors()[0] = 1000;
          return reply;
        });
    gatherReplyRefused(
        "arrays of different lengths for 4 vertices",
        reply ->
            new GatherReply(
                reply.neighbors(),
                new VertexTable(
                    reply.vertices().vids(),
                    reply.vertices().degrees(),
                    new int[1],
                    new int[0],
                    new int[0],
                    new int[0])));
  }

  @Test
  void bytesAreCounted() {
    GatherRequest request =
        new GatherRequest(0, Direction.IN, new int[2], new int[2], new int[3], Details.ROUTES);
    assertThat(request.bytes()).isEqualTo(28);
    assertThat(new LocateRequest(0, Direction.IN, new int[5]).bytes()).isEqualTo(20);
    VertexTable table =
        new VertexTable(new long[2], new int[2], new int[3], new int[4], new int[4], new int[4]);
    assertThat(table.bytes()).isEqualTo(16 + 8 + 12 + 48);
    assertThat(new GatherReply(new int[3], table).bytes()).isEqualTo(12 + table.bytes());
  }
}
