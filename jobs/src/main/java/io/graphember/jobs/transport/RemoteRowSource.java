// SPDX-License-Identifier: Apache-2.0
package io.graphember.jobs.transport;

import io.graphember.graph.rows.RowRequest;
import io.graphember.graph.rows.RowSource;
import io.graphember.graph.rows.SumRequest;
import io.graphember.jobs.live.LiveJob;
import io.graphember.jobs.live.RowKind;
import io.graphember.kernels.half.HalfRows;
import io.graphember.memory.RowMatrix;
import io.graphember.spi.CsrRows;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.function.Function;
import java.util.function.LongSupplier;

/**
 * Rows over Ignite: calls to the owning node with replies of up to {@value #PIECE_BYTES} bytes, a
 * method call on this one.
 */
final class RemoteRowSource implements RowSource {
  private static final int PIECE_BYTES = 4 << 20;

  private final NodeCalls calls;
  private final LiveJob job;
  private final Hosts hosts;
  private final OwnerCalls owners;
  private final LongSupplier batch;
  private final RowKind kind;
  private final int dim;
  private final Optional<HalfRows> half; // empty if rows travel in 32 bits

  /** The rows of a job as seen from this node. */
  RemoteRowSource(NodeCalls calls, LiveJob job, LongSupplier batch, RowKind kind) {
    this.calls = calls;
    this.job = job;
    this.hosts = new Hosts(job.owners().now(), calls.self());
    this.owners = new OwnerCalls(calls, job.owners());
    this.batch = batch;
    this.kind = kind;
    this.dim = job.rowDim(kind);
    this.half = job.halfRows(kind);
  }

  @Override
  public int dim() {
    return dim;
  }

  @Override
  public int hosts() {
    return hosts.count();
  }

  @Override
  public int host(int partition) {
    return hosts.ofPartition(partition);
  }

  @Override
  public CompletableFuture<List<float[]>> fetch(int host, List<RowRequest> requests) {
    if (hosts.isSelf(host)) {
      return RemotePartitionClient.here(() -> job.rows(kind, requests));
    }
    List<List<Piece>> messages = messages(requests, rowBytes());
    return all(messages.stream().map(pieces -> send(host, pieces, this::carryRows)).toList())
        .thenApply(rows -> joined(requests.size(), messages, rows, RemoteRowSource::concatenated));
  }

  /** Bytes of a row on the wire. */
  private long rowBytes() {
    return 4L * (half.isPresent() ? HalfRows.packed(dim) : dim);
  }

  private static float[] concatenated(List<float[]> parts) {
    float[] all = new float[parts.stream().mapToInt(part -> part.length).sum()];
    int at = 0;
    for (float[] part : parts) {
      System.arraycopy(part, 0, all, at, part.length);
      at += part.length;
    }
    return all;
  }

  /**
   * Some of the rows of a request.
   *
   * @param number of the request
   * @param request asks for these rows alone
   */
  private record Piece(int number, RowRequest request) {}

  /**
   * One message for all partitions of a host, or as many as keep the replies below {@value
   * #PIECE_BYTES} bytes.
   */
  private static List<List<Piece>> messages(List<RowRequest> requests, long rowBytes) {
    final int most = (int) Math.max(1, PIECE_BYTES / rowBytes);
    List<List<Piece>> messages = new ArrayList<>();
    int room = 0;
    for (int number = 0; number < requests.size(); number++) {
      final RowRequest request = requests.get(number);
      final int rows = request.rows().length;
      for (int from = 0; from < rows; ) {
        if (room == 0) {
          messages.add(new ArrayList<>());
          room = most;
        }
        final int to = Math.min(rows, from + room);
        final int[] some = Arrays.copyOfRange(request.rows(), from, to);
        messages
            .get(messages.size() - 1)
            .add(new Piece(number, new RowRequest(request.partition(), some)));
        room -= to - from;
        from = to;
      }
    }
    return messages;
  }

  private <R> CompletableFuture<List<R>> send(
      int host, List<Piece> pieces, OwnerCalls.Carrier<RowRequest, R> carrier) {
    return owners.send(
        hosts.node(host),
        pieces.stream().map(Piece::request).toList(),
        RowRequest::partition,
        carrier);
  }

  @Override
  public boolean sparse() {
    return job.sparse(kind);
  }

  @Override
  public CompletableFuture<List<CsrRows>> fetchSparse(int host, List<RowRequest> requests) {
    if (hosts.isSelf(host)) {
      return RemotePartitionClient.here(() -> job.sparseRows(kind, requests));
    }
    List<List<Piece>> messages = messages(requests, 4L * job.graph().sparseRowFloats());
    return all(messages.stream().map(pieces -> send(host, pieces, this::carrySparseRows)).toList())
        .thenApply(
            rows -> joined(requests.size(), messages, rows, parts -> CsrRows.joined(parts, dim)));
  }

  /**
   * The rows of each request: those of its only piece as they came, or of all of them joined.
   *
   * @param rows of each piece of each message
   */
  private static <R> List<R> joined(
      int requests, List<List<Piece>> messages, List<List<R>> rows, Function<List<R>, R> join) {
    List<List<R>> parts = new ArrayList<>();
    for (int number = 0; number < requests; number++) {
      parts.add(new ArrayList<>());
    }
    for (int m = 0; m < messages.size(); m++) {
      for (int i = 0; i < messages.get(m).size(); i++) {
        parts.get(messages.get(m).get(i).number).add(rows.get(m).get(i));
      }
    }
    return parts.stream().map(some -> some.size() == 1 ? some.get(0) : join.apply(some)).toList();
  }

  private static <T> CompletableFuture<List<T>> all(List<CompletableFuture<T>> parts) {
    return CompletableFuture.allOf(parts.toArray(CompletableFuture[]::new))
        .thenApply(done -> parts.stream().map(CompletableFuture::join).toList());
  }

  private CompletableFuture<List<CsrRows>> carrySparseRows(UUID node, List<RowRequest> requests) {
    if (node.equals(calls.self())) {
      return RemotePartitionClient.here(() -> job.sparseRows(kind, requests));
    }
    return RemotePartitionClient.ask(
            calls,
            job,
            node,
            new SparseRowCall(job, batch.getAsLong(), kind, requests.toArray(RowRequest[]::new)))
        .thenApply(
            answers -> {
              List<CsrRows> rows = new ArrayList<>();
              for (int i = 0; i < answers.length; i++) {
                job.work().moved(requests.get(i).bytes() + 4L * answers[i].length);
                rows.add(SparseAnswer.rows(answers[i], requests.get(i).rows().length, dim));
              }
              return rows;
            });
  }

  private CompletableFuture<List<float[]>> carryRows(UUID node, List<RowRequest> requests) {
    if (node.equals(calls.self())) {
      return RemotePartitionClient.here(() -> job.rows(kind, requests));
    }
    requests.forEach(
        request -> job.work().moved(request.bytes() + rowBytes() * request.rows().length));
    if (half.isPresent()) {
      return carryHalfRows(node, requests, half.get());
    }
    return RemotePartitionClient.ask(
            calls,
            job,
            node,
            new RowCall(job, batch.getAsLong(), kind, requests.toArray(RowRequest[]::new)))
        .thenApply(List::of);
  }

  private CompletableFuture<List<float[]>> carryHalfRows(
      UUID node, List<RowRequest> requests, HalfRows format) {
    return RemotePartitionClient.ask(
            calls,
            job,
            node,
            new HalfRowCall(job, batch.getAsLong(), kind, requests.toArray(RowRequest[]::new)))
        .thenApply(
            answers -> {
              List<float[]> rows = new ArrayList<>();
              for (int i = 0; i < answers.length; i++) {
                final int count = requests.get(i).rows().length;
                rows.add(HalfAnswer.rows(format, answers[i], count, dim));
              }
              return rows;
            });
  }

  @Override
  public CompletableFuture<List<float[]>> sum(int host, List<SumRequest> requests) {
    return owners.send(hosts.node(host), requests, SumRequest::partition, this::carrySums);
  }

  private CompletableFuture<List<float[]>> carrySums(UUID node, List<SumRequest> requests) {
    if (node.equals(calls.self())) {
      return RemotePartitionClient.here(() -> job.sums(requests));
    }
    requests.forEach(request -> job.work().moved(request.bytes() + 4L * request.sums() * dim));
    return RemotePartitionClient.ask(
            calls,
            job,
            node,
            new SumCall(job, batch.getAsLong(), requests.toArray(SumRequest[]::new)))
        .thenApply(List::of);
  }

  @Override
  public boolean mirrored() {
    return kind == RowKind.VERTICES && job.mirrored();
  }

  @Override
  public Optional<RowMatrix> resident(int partition) {
    return hosts.isSelf(host(partition)) ? job.rowsInPlace(kind, partition) : Optional.empty();
  }

  @Override
  public void read(long rows) {
    job.rowsRead(kind, rows);
  }
}
